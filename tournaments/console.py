"""A console: what is printed is in colour and as wide as its terminal, or plain, with no line wrapped or ended by spaces."""

from collections.abc import Iterable
from typing import IO, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from tournaments.printable import printable

PIPE_WIDTH = 10_000


def console_of(out: TextIO) -> Console:
    """Return the console for a stream: as wide as its terminal, or without limit, colours and wrapping."""
    if out.isatty():
        return Console(file=out, markup=False, highlight=False, emoji=False)
    return Console(file=out, width=PIPE_WIDTH, color_system=None, markup=False, highlight=False, emoji=False)


def print_parts(parts: Iterable[RenderableType], out: TextIO) -> None:
    """Print one part after another, each as soon as it is there."""
    console = console_of(out)
    for part in parts:
        with console.capture() as captured:
            console.print(part)
        shown = captured.get()
        if not console.is_terminal:
            shown = "".join(f"{line.rstrip()}\n" for line in shown.split("\n")[:-1])
        out.write(_encodable(shown, out))


def text(shown: str, out: IO[str]) -> Text:
    """Return what is safe to show on a stream, and can be written there."""
    return Text(_encodable(printable(shown), out))


def _encodable(shown: str, out: IO[str]) -> str:
    encoding = getattr(out, "encoding", None) or "utf-8"
    return shown.encode(encoding, "backslashreplace").decode(encoding)
