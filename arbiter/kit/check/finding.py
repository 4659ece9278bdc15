"""A finding: what came of one check of a bot, and where it failed, why."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum


class Outcome(StrEnum):
    """How a check ended. Only `FAILED` is the bot's fault."""

    PASSED = "passed"
    FAILED = "failed"
    UNUSED = "not exercised"
    SKIPPED = "not run"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a bot did wrong.

    `why` says what is wrong. `sent` are the lines that it was to answer, `came` what it said since, `allowed` what it
    might have said, `cause` what the reason may be, in words for its author, `errors` the end of its standard error.
    """

    why: str
    sent: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    allowed: str = ""
    cause: str = ""
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check, with the trouble if it failed."""

    check: str
    outcome: Outcome
    detail: str = ""
    trouble: Trouble | None = None


Watch = Callable[[str], None]


def passed(check: str, detail: str = "") -> Finding:
    """Return the finding of a check that went well."""
    return Finding(check, Outcome.PASSED, detail)


def failed(check: str, trouble: Trouble, where: str = "", suspect: str = "") -> Finding:
    """Return the finding of a check that went wrong: `where` in it, and what that makes one `suspect`."""
    if suspect:
        trouble = replace(trouble, cause=f"{trouble.cause}. {suspect[0].upper()}{suspect[1:]}")
    return Finding(check, Outcome.FAILED, f"{where}: {trouble.why}" if where else trouble.why, trouble)
