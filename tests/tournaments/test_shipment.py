"""Shipments: a bot's files on another host, and the command that starts it there."""

import os
import shutil
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arbiter.program import Program
from tests.tournaments.plans import plan_at, quick
from tournaments.archive import ArchiveError, archived, unpacked
from tournaments.document import PlanError
from tournaments.shipment import UnfitError, pack, settled


@pytest.fixture
def bot(tmp_path):
    """A program whose folder has a bit of everything."""
    folder = tmp_path / "bots" / "anne"
    (folder / "data" / ".git").mkdir(parents=True)
    (folder / "run").write_text("#!/bin/sh\necho ready 1\n")
    (folder / "run").chmod(0o755)
    (folder / "data" / "weights").write_bytes(b"\0\1\2")
    (folder / "data" / ".git" / "HEAD").write_text("x")
    (folder / "again").symlink_to("data/weights")
    (tmp_path / "shared").write_text("for all")
    (folder / "outside").symlink_to(tmp_path / "shared")
    os.mkfifo(folder / "pipe")
    return Program("anne", (str(folder / "run"), "data/weights"), folder)


def arrive(parcel, tmp_path):
    return unpacked(parcel.data, parcel.label.archive, tmp_path / "cache")


def test_files_arrive_as_they_were_under_the_name_of_their_hash(bot, tmp_path):
    home = arrive(pack(bot), tmp_path)
    assert home.name == sha256(pack(bot).data).hexdigest()
    found = {str(path.relative_to(home)) for path in home.rglob("*")}
    assert found == {"0", "0/run", "0/data", "0/data/weights", "0/again", "0/outside"}
    assert (home / "0" / "data" / "weights").read_bytes() == b"\0\1\2"
    assert (home / "0" / "again").readlink() == Path("data/weights")
    assert (home / "0" / "outside").read_text() == "for all"
    assert not (home / "0" / "outside").is_symlink()
    assert os.access(home / "0" / "run", os.X_OK)
    assert not os.access(home / "0" / "data" / "weights", os.X_OK)


def test_archive_depends_on_nothing_but_the_files(bot, tmp_path):
    before = pack(bot)
    for path in bot.folder.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    assert pack(bot).data == before.data
    copy = tmp_path / "elsewhere"
    (bot.folder / "pipe").unlink()
    shutil.copytree(bot.folder, copy, symlinks=True)
    assert pack(replace(bot, folder=copy, command=(str(copy / "run"),))).label.archive == before.label.archive


def test_archive_is_there_whole_or_not_at_all(bot, tmp_path):
    parcel, cache = pack(bot), tmp_path / "cache"
    with pytest.raises(ArchiveError, match="hash"):
        unpacked(parcel.data[:-1] + b"x", parcel.label.archive, cache)
    assert not cache.exists()
    home = arrive(parcel, tmp_path)
    (home / "0" / "run").unlink()
    assert arrive(parcel, tmp_path) == home
    assert not (home / "0" / "run").exists()
    assert [path.name for path in cache.iterdir()] == [home.name]


def test_command_starts_the_program_where_it_is_now(bot, tmp_path):
    parcel = pack(bot)
    assert settled(parcel.label, None) is None
    home = arrive(parcel, tmp_path)
    shutil.rmtree(bot.folder)
    moved = settled(parcel.label, home)
    assert moved.command == (str(home / "0" / "run"), "data/weights")
    assert moved.folder == home / "0"


def test_files_outside_the_folder_that_a_command_names_travel_too(tmp_path):
    for name in ("engine/bot.py", "anne/x"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("")
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "open").write_text("e4")
    program = Program(
        "anne",
        (sys.executable, "../engine/bot.py", "-v"),
        tmp_path / "anne",
        {"BOOK": f"/usr:{tmp_path / 'books'}"},
        readable=(tmp_path / "books",),
    )
    parcel = pack(program)
    home = arrive(parcel, tmp_path)
    moved = settled(replace(parcel.label, python=sys.executable), home)
    assert moved.command == (sys.executable, str(home / "1" / "bot.py"), "-v")
    assert moved.readable == (home / "2",)
    assert moved.environment == {"BOOK": f"/usr:{home / '2'}"}
    assert (home / "2" / "open").read_text() == "e4"


def test_interpreter_is_that_of_the_host(bot, tmp_path):
    parcel = pack(replace(bot, command=(sys.executable, "run")))
    label = replace(parcel.label, program=replace(bot, command=("/far/python", "run")), python="/far/python")
    assert settled(label, arrive(parcel, tmp_path)).command == (sys.executable, "run")


def test_what_is_hidden_from_a_bot_does_not_travel(tmp_path):
    (tmp_path / "lib").mkdir()
    shutil.copy("/bin/true", tmp_path / "lib" / "anne")
    plan = plan_at(tmp_path / "cup.toml", {"name": "anne", "command": "./lib/anne"}, quick("bert"))
    (tmp_path / "cup.journal").write_text("secret")
    program = plan.hiding(tmp_path / "cup.journal").programs[0]
    home = arrive(pack(program), tmp_path)
    assert {str(path.relative_to(home)) for path in home.rglob("*")} == {"0", "0/lib", "0/lib/anne"}


def test_too_much_is_the_operators_mistake(bot):
    (bot.folder / "big").write_bytes(bytes(2 << 20))
    with pytest.raises(PlanError, match=r"^folder: cannot be sent to other hosts: '.*anne' holds more than 1 MiB"):
        pack(bot, most_bytes=1 << 20)


def test_links_to_folders_elsewhere_are_refused(bot, tmp_path):
    (bot.folder / "home").symlink_to(tmp_path)
    with pytest.raises(PlanError, match="links to a folder elsewhere"):
        pack(bot)


def test_program_that_a_host_does_not_have_is_no_fault_of_the_bot(bot, tmp_path):
    parcel = pack(replace(bot, command=(shutil.which("true"), "run")))
    label = replace(parcel.label, program=replace(bot, command=("/usr/bin/no such thing",)))
    with pytest.raises(UnfitError, match=r"needs the program '/usr/bin/no such thing'"):
        settled(label, arrive(parcel, tmp_path))
    with pytest.raises(UnfitError, match="is for pdp11"):
        settled(replace(parcel.label, machine="pdp11"), arrive(parcel, tmp_path))


def test_bundled_bot_stays_at_home_where_it_is_known(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", {"use": "bots:first"}, {"use": "bots:greedy"})
    for program, use in zip(plan.programs, ("bots:first", "bots:greedy"), strict=True):
        label = pack(program, use).label
        here = settled(label, None)
        assert (here.command, here.folder, here.environment) == (program.command, program.folder, program.environment)
        assert settled(replace(label, sources="other"), None) is None


def test_bundled_bot_of_another_installation_travels(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", {"use": "bots:first"}, {"use": "bots:greedy"})
    for program, use in zip(plan.programs, ("bots:first", "bots:greedy"), strict=True):
        parcel = pack(program, use)
        moved = settled(replace(parcel.label, sources="other"), arrive(parcel, tmp_path))
        assert str(moved.folder).startswith(str(tmp_path / "cache"))
        assert any(word.startswith(str(tmp_path / "cache")) for word in moved.command)


def test_archive_of_a_single_file(tmp_path):
    (tmp_path / "a").write_text("x")
    home = unpacked(data := archived([tmp_path / "a"], [tmp_path / "a"], frozenset()), sha256(data).hexdigest(), tmp_path)
    assert (home / "0").read_text() == "x"
