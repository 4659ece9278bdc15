"""The rooms of the project: who may import whom."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("arbiter", "protocol", "tournaments")
COMMAND_LINE = ("arbiter/cli.py", "arbiter/__main__.py", "arbiter/commands/")


def modules(folder: str) -> Iterator[tuple[str, set[str]]]:
    """Each module of a folder with the full names that it imports."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
        yield path.relative_to(ROOT).as_posix(), names


def rooms_of(names: set[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


def test_the_protocol_is_a_leaf() -> None:
    for path, names in modules("protocol"):
        assert not rooms_of(names) & {"arbiter", "tournaments"}, path


def test_the_arbiter_imports_tournaments_only_in_its_command_line() -> None:
    for path, names in modules("arbiter"):
        if not path.startswith(COMMAND_LINE):
            assert "tournaments" not in rooms_of(names), path


def test_nothing_imports_the_command_line() -> None:
    for room in ROOMS:
        for path, names in modules(room):
            if not path.startswith(COMMAND_LINE):
                assert not any(name == "arbiter.cli" or name.startswith("arbiter.commands") for name in names), path


def test_the_rules_import_nothing_but_the_standard_library() -> None:
    import sys

    for path, names in modules("arbiter/rules"):
        others = {name for name in names if not name.startswith("arbiter.rules")}
        assert rooms_of(others) <= sys.stdlib_module_names, path


def test_only_the_process_module_starts_processes() -> None:
    for room in ROOMS:
        for path, names in modules(room):
            if path != "arbiter/process.py":
                assert not rooms_of(names) & {"subprocess", "psutil"}, path
