"""The bundled bots: listed, built once, and started by any Python."""

import shutil
import sys
from pathlib import Path

import pytest

from arbiter.process import BuildError
from tournaments.bundle import Bundle, BundledBot, bundle, cache_folder

MAKES = BundledBot("sh", "src", ("{out}", "{folder}", "{python}"), "", ("cp", "{folder}/code", "{out}"))


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "code").write_text("first")
    return Bundle(tmp_path, {"maker": MAKES, "plain": BundledBot("Python", "src", ("{python}", "x.py"), "")})


def test_listing_is_in_order_and_every_folder_there():
    bots = bundle()
    assert {"random", "greedy", "careful", "first"} <= set(bots.bots)
    for name, bot in bots.bots.items():
        assert bots.folder(name).is_dir()
        assert bot.about


def test_words_of_a_command_are_filled_in(bots, tmp_path):
    assert bots.command("plain") == (sys.executable, "x.py")
    program, *rest = bots.command("maker", tmp_path / "cache")
    assert rest == [str(tmp_path / "src"), sys.executable]
    assert Path(program).read_text() == "first"


def test_bot_is_built_once_and_again_when_its_sources_change(bots, tmp_path):
    cache = tmp_path / "cache"
    first = bots.command("maker", cache)
    (tmp_path / "src" / "code").chmod(0o600)
    (tmp_path / "src" / ".hidden").write_text("")
    assert bots.command("maker", cache) == first
    (tmp_path / "src" / "code").write_text("second")
    assert bots.command("maker", cache) != first
    assert len(list(cache.iterdir())) == 2


def test_failed_build_leaves_nothing_behind(bots, tmp_path):
    (tmp_path / "src" / "code").unlink()
    with pytest.raises(BuildError, match="failed with exit status"):
        bots.command("maker", tmp_path / "cache")
    assert not list((tmp_path / "cache").iterdir())


def test_two_builds_at_once_end_with_one_program(bots, tmp_path, monkeypatch):
    import tournaments.bundle as module

    cache, build = tmp_path / "cache", module.run_build

    def build_twice(words, folder):
        monkeypatch.setattr(module, "run_build", build)
        bots.command("maker", cache)
        build(words, folder)

    monkeypatch.setattr(module, "run_build", build_twice)
    assert bots.command("maker", cache)
    assert len(list(cache.iterdir())) == 1


def test_cache_is_where_xdg_says(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "reiver" / "bots"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "reiver" / "bots"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_c_bot_is_built(tmp_path):
    (program,) = bundle().command("first", tmp_path)
    assert shutil.which(program)
