"""A script played to its end, with every look at it that there is."""

from random import Random

from arbiter.stress.closing import close
from arbiter.stress.dialogue import Dialogue
from arbiter.stress.finding import FindingError, InvalidScriptError
from arbiter.stress.script import NOBODY_FUZZED, TIMEOUT, Event, Script


def rehearse(script: Script, luck: int = 0) -> tuple[FindingError | None, int]:
    """Play a script; return what is found, or None, and after how many events.

    `luck` decides what is looked at by chance. A script that ends before its game does is ended by the silence of the
    fuzzed seat, if that is the one asked.
    """
    taken = 0
    try:
        dialogue = Dialogue(script, Random(luck))
        for event in script.events:
            if dialogue.is_over:
                break
            taken += 1
            dialogue.take(event)
        _end(dialogue)
    except FindingError as finding:
        return finding, taken
    except InvalidScriptError:
        pass
    return None, taken


def _end(dialogue: Dialogue) -> None:
    fuzzed = dialogue.script.fuzzed
    if not dialogue.is_over and fuzzed != NOBODY_FUZZED and dialogue.referee.asked == 1 << fuzzed:
        dialogue.take(Event(fuzzed, end=TIMEOUT))
    if dialogue.is_over:
        close(dialogue)
