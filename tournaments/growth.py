"""Growth: how a plan may change while its journal stays the same.

It may gain bots, rounds and variants; then only the games that these add are played. It may lose a bot if the operator
says so: the bot's games stay in the journal, but count no more, until it is back just as it was. In a Swiss tournament
and in a test the games depend on one another, so they may only be made longer.
"""

from collections.abc import Set as AbstractSet
from typing import Any

from tournaments.plan import difference

Settled = dict[str, Any]


def grown(old: Settled, new: Settled, drop: AbstractSet[str] = frozenset()) -> tuple[list[str], Settled]:
    """Return what in `new` is not growth of `old`, one phrase for each place, and the plan that the journal is to have.

    Both are plans as `Plan.settled` has them, with the bots dropped before under ``dropped``.
    """
    before = {**old, "bots": dict(old["bots"])}
    dropped = before.pop("dropped", {})
    is_loose = new["format"] not in ("swiss", "sprt")
    gone = (before["bots"].keys() - new["bots"].keys()) & drop if is_loose else set()
    dropped = dropped | {key: before["bots"].pop(key) for key in sorted(gone)}
    if is_loose:
        known = dropped | before["bots"]
        added = new["bots"].keys() - before["bots"].keys()
        before["bots"] |= {key: known.get(key, new["bots"][key]) for key in added}
        _allow_more(before, new, added | gone)
    if new["format"] != "swiss":
        before["rounds"] = max(before["rounds"], new["rounds"])
    before["swiss_rounds"] = max(before["swiss_rounds"], new["swiss_rounds"])
    left = {key: bot for key, bot in dropped.items() if key not in new["bots"]}
    return difference(before, new), new | ({"dropped": left} if left else {})


def _allow_more(before: Settled, new: Settled, changed: AbstractSet[str]) -> None:
    """Let variants be added, and challengers change where bots do."""
    if set(before["variants"]) <= set(new["variants"]):
        before["variants"] = new["variants"]
    if set(before["challengers"]) ^ set(new["challengers"]) <= changed:
        before["challengers"] = new["challengers"]
