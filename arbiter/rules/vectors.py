"""Vectors: claims and whole games with what must come of them, one JSON object a line, for engines in any language."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arbiter.rules.cards import CLAN, parse_card
from arbiter.rules.claims import parse_claim, prove
from arbiter.rules.expectations import EXPECTATIONS, in_order
from arbiter.rules.script import run
from arbiter.rules.variants import Rules, rules_of


class VectorError(ValueError):
    """A file that holds no vectors, or a line that is none; `line` counts from 1 and is 0 for the whole file."""

    def __init__(self, source: str, line: int, problem: str) -> None:
        super().__init__(f"{source}:{line}: {problem}" if line else f"{source}: {problem}")
        self.source, self.line, self.problem = source, line, problem


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one vector; `expected` and `got` hold what differs, and are empty if it passed."""

    id: str
    why: str
    line: int
    expected: dict[str, object]
    got: dict[str, object]

    @property
    def passed(self) -> bool:
        """Whether all came as expected."""
        return not self.expected


def check_file(path: str | os.PathLike[str]) -> Iterator[Outcome]:
    """Yield what comes of each vector in a file. Raise `VectorError` for a file or a line that cannot be read."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise VectorError(os.fspath(path), 0, f"cannot be read: {error}") from error
    yield from check_lines(text.splitlines(), os.fspath(path))


def check_lines(lines: Iterable[str], source: str) -> Iterator[Outcome]:
    """Yield what comes of each vector in `lines`, in which blank lines are ignored; `source` names them in errors."""
    line_of: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            outcome = _check(_decode(line), number)
        except ValueError as error:
            raise VectorError(source, number, str(error)) from error
        if outcome.id in line_of:
            raise VectorError(source, number, f"the id {outcome.id!r} stands on line {line_of[outcome.id]} already")
        line_of[outcome.id] = number
        yield outcome
    if not line_of:
        raise VectorError(source, 0, "no vector is in it")


def _decode(line: str) -> dict[str, Any]:
    try:
        item = json.loads(line, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {error.msg} in column {error.colno}") from error
    if not isinstance(item, dict):
        raise ValueError("a vector is a JSON object")
    return item


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len(item) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the field {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return item


def _check(item: dict[str, Any], line: int) -> Outcome:
    if "claimant" in item:
        fields = _read(item, _CLAIM_FIELDS)
        expected, got = _check_claim(fields)
    elif "replies" in item:
        fields = _read(item, _GAME_FIELDS)
        expected, got = _check_game(fields)
    else:
        raise ValueError("neither a claim (with the field 'claimant') nor a game (with the field 'replies')")
    return Outcome(fields["id"], fields["why"], line, expected, got)


@dataclass(frozen=True, slots=True)
class _Field:
    """What a field may hold; one without a default is required."""

    fits: Callable[[Any], bool]
    what: str
    default: object = ...


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


_TEXT = partial(_Field, lambda value: isinstance(value, str) and value != "", "text")
_WORDS = partial(_Field, _is_words, "a list of words")
_COMMON = {"id": _TEXT(), "why": _TEXT(), "variant": _TEXT(), "ranking": _TEXT(default="colour-over-run")}
_CLAIM_FIELDS = {
    **_COMMON,
    "claimant": _WORDS(),
    "opponent": _WORDS(),
    "modes": _WORDS(default=[]),
    "seen": _WORDS(default=[]),
    "hand": _WORDS(default=[]),
    "first": _Field(lambda value: value in ("claimant", "opponent", None), "claimant, opponent or null", None),
    "verdict": _Field(lambda value: value in ("granted", "refused"), "granted or refused"),
}
_GAME_FIELDS = {
    **_COMMON,
    "tactics_lead": _Field(lambda value: value in (0, 1) and not isinstance(value, bool), "0 or 1", 1),
    "clan": _WORDS(),
    "tactics": _WORDS(default=[]),
    "replies": _WORDS(),
    "expect": _Field(lambda value: isinstance(value, dict) and bool(value), "an object that is not empty"),
}


def _read(item: dict[str, Any], fields: Mapping[str, _Field]) -> dict[str, Any]:
    for key, value in item.items():
        if key not in fields:
            raise ValueError(f"the field {key!r} is unknown (known are {', '.join(fields)})")
        if not fields[key].fits(value):
            raise ValueError(f"the field {key!r} must be {fields[key].what}, not {json.dumps(value)}")
    for key, field in fields.items():
        if field.default is ... and key not in item:
            raise ValueError(f"the field {key!r} is missing")
    return {key: item.get(key, field.default) for key, field in fields.items()}


_Difference = tuple[dict[str, object], dict[str, object]]


def _check_claim(fields: dict[str, Any]) -> _Difference:
    rules = rules_of(fields["variant"], fields["ranking"])
    _check_variant(rules, (*fields["claimant"], *fields["opponent"], *fields["modes"]))
    claim = parse_claim(
        fields["claimant"],
        fields["opponent"],
        fields["seen"],
        hand=fields["hand"],
        modes=fields["modes"],
        ranking=rules.ranking,
        first=fields["first"],
    )
    proof = prove(claim)
    if proof.verdict == fields["verdict"]:
        return {}, {}
    return {"verdict": fields["verdict"]}, {"verdict": proof.verdict, "why": proof.why}


def _check_variant(rules: Rules, names: Iterable[str]) -> None:
    for name in names:
        if not (rules.tactics or 1 << parse_card(name) & CLAN):
            raise ValueError(f"the card {name!r} does not exist in the variant {rules.variant}")


def _check_game(fields: dict[str, Any]) -> _Difference:
    expect, replies = fields["expect"], fields["replies"]
    _check_expect(expect)
    rules = rules_of(fields["variant"], fields["ranking"], fields["tactics_lead"])
    end = run(rules, fields["clan"], fields["tactics"], replies)
    if "illegal" in expect:
        if end.illegal and end.taken == len(replies) - 1:
            return {}, {}
        return {"illegal": True, "taken": len(replies) - 1}, {"illegal": end.illegal, "taken": end.taken}
    if end.taken < len(replies):
        return {"taken": len(replies)}, {"taken": end.taken, "illegal": end.illegal, "ending": end.state.ending}
    wanted = {key: in_order(key, value) for key, value in expect.items()}
    got = {key: in_order(key, EXPECTATIONS[key](end, value)) for key, value in wanted.items()}
    differing = [key for key in wanted if wanted[key] != got[key]]
    return {key: wanted[key] for key in differing}, {key: got[key] for key in differing}


def _check_expect(expect: dict[str, Any]) -> None:
    for key, value in expect.items():
        if key == "illegal":
            if expect != {"illegal": True}:
                raise ValueError("the expectation 'illegal' must be true and stand alone")
        elif key not in EXPECTATIONS:
            raise ValueError(f"the expectation {key!r} is unknown (known are illegal, {', '.join(EXPECTATIONS)})")
        elif key in ("sides", "plays") and not isinstance(value, dict):
            raise ValueError(f"the expectation {key!r} must be an object, not {json.dumps(value)}")
