"""A finding: something that must hold of every game, and did not."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager


class FindingError(Exception):
    """What did not hold. `kind` names it and is the same each time it happens; `detail` says how it was this time."""

    def __init__(self, kind: str, detail: object = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail != "" else kind)
        self.kind = kind
        self.detail = str(detail)


class InvalidScriptError(Exception):
    """A script whose honest seat is not honest: nothing follows from it."""


def demand(holds: object, kind: str, *details: object) -> None:
    """Raise `FindingError` unless something holds."""
    if not holds:
        raise FindingError(kind, ", ".join(map(str, details)))


@contextmanager
def nothing_raises() -> Iterator[None]:
    """Turn an exception of the arbiter into a finding that is named after it."""
    try:
        yield
    except (FindingError, InvalidScriptError):
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        raise FindingError(f"{type(error).__name__} raised in {last.name}", error) from error
