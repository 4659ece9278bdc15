"""The report on a checkup: a table and its troubles for people, JSON for programs."""

import json
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arbiter.kit.check.checkup import Checkup
from arbiter.kit.check.finding import Finding, Outcome, Trouble

_STYLES = {Outcome.PASSED: "green", Outcome.FAILED: "bold red", Outcome.UNUSED: "yellow", Outcome.SKIPPED: "dim"}


def parts(checkup: Checkup) -> Iterator[RenderableType]:
    """Yield what is to be printed: the table, every trouble, and a summary in one line."""
    yield _table(checkup)
    for finding in checkup.troubles:
        yield ""
        yield from _trouble(finding)
    yield ""
    yield Text(summary(checkup), style="green" if checkup.has_passed else "bold red")


def summary(checkup: Checkup) -> str:
    """Return what came of it in one line."""
    counts = {outcome: [finding.outcome for finding in checkup.findings].count(outcome) for outcome in Outcome}
    told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
    return f"{checkup.key}: {told}"


def to_json(checkup: Checkup) -> str:
    """Return the checkup as JSON in ASCII."""
    checks = [
        {"check": finding.check, "outcome": str(finding.outcome), "detail": finding.detail, **_values(finding.trouble)}
        for finding in checkup.findings
    ]
    about = {"bot": checkup.key, "command": list(checkup.command), "passed": checkup.has_passed}
    return json.dumps({**about, "checks": checks}, indent=2) + "\n"


def _table(checkup: Checkup) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("check", "outcome"):
        table.add_column(title, no_wrap=True)
    table.add_column("detail", overflow="fold")
    for finding in checkup.findings:
        style = _STYLES[finding.outcome]
        table.add_row(Text(finding.check), Text(str(finding.outcome), style=style), Text(finding.detail))
    return table


def _trouble(finding: Finding) -> Iterator[RenderableType]:
    trouble = finding.trouble
    assert trouble
    yield Text.assemble((finding.check, "bold red"), ": ", (finding.detail, "bold"))
    yield from _part("sent", trouble.sent)
    yield from _part("came", trouble.came or (("nothing",) if trouble.sent else ()))
    yield from _part("allowed", (trouble.allowed,) if trouble.allowed else ())
    yield from _part("cause", (trouble.cause,) if trouble.cause else ())
    yield from _part("stderr", trouble.errors)


def _part(title: str, lines: tuple[str, ...]) -> Iterator[RenderableType]:
    if not lines:
        return
    rows = Table.grid(padding=(0, 2))
    rows.add_column(width=7, style="cyan")
    rows.add_column(overflow="fold")
    rows.add_row(title, Group(*(Text(line) for line in lines)))
    yield Padding(rows, (0, 0, 0, 2))


def _values(trouble: Trouble | None) -> dict[str, object]:
    if trouble is None:
        return {}
    lists = {"sent": list(trouble.sent), "came": list(trouble.came), "stderr": list(trouble.errors)}
    return {"why": trouble.why, **lists, "allowed": trouble.allowed, "cause": trouble.cause}
