"""The sins of bots/hostile/sins.toml, typed."""

from pathlib import Path

import msgspec

FOLDER = Path(__file__).parents[2] / "bots" / "hostile"


class Sin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of sins.toml, where its keys are explained."""

    about: str
    verdict: str
    name: str = ""
    command: tuple[str, ...] = ()
    also: str = ""
    variant: str = "base"
    tactics: str = ""
    strict: bool = False
    from_game: int = 1
    memory_mib: int = 0
    file_mib: int = 0
    game_kib: int = 0
    needs_sandbox: bool = False

    def words(self, python: str) -> tuple[str, ...]:
        """Return the command line."""
        words = self.command or ("{python}", "-BS", f"{{folder}}/{self.name}.py")
        return tuple(word.replace("{folder}", str(FOLDER)).replace("{python}", python) for word in words)


def load() -> list[Sin]:
    """Return all sins in the order of the table."""
    text = (FOLDER / "sins.toml").read_text(encoding="utf-8")
    tables = msgspec.toml.decode(text, type=dict[str, Sin])
    return [msgspec.structs.replace(sin, name=name) for name, sin in tables.items()]
