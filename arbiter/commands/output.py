"""What commands print: in colour and as wide as the terminal, or plain, with no line wrapped or ended by spaces."""

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, RenderableType

from tournaments.report import console_of


def print_parts(parts: Iterable[RenderableType], out: TextIO) -> None:
    """Print one part after another, each as soon as it is there."""
    console = console_of(out)
    for part in parts:
        with console.capture() as captured:
            console.print(part)
        out.write(_fitting(captured.get(), console, out))


def _fitting(text: str, console: Console, out: TextIO) -> str:
    if not console.is_terminal:
        text = "".join(f"{line.rstrip()}\n" for line in text.split("\n")[:-1])
    encoding = out.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
