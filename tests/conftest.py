"""Tests run with bounds checks in compiled code, compiled before the workers start, in a quick or a thorough form."""

import os
import sys
from pathlib import Path

os.environ["NUMBA_BOUNDSCHECK"] = "1"

import pytest
from hypothesis import settings

from tests.form import choose_form, is_thorough
from tests.tools import left_out

settings.register_profile("no clock", deadline=None)  # how long an example takes says nothing on a busy machine
settings.load_profile("no clock")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="every sample, play and browser, as CI runs them at night: several times as long",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: left out of the quick form, for it takes long")
    config.addinivalue_line("markers", "quick: kept in the quick form, where all beside it is left out")
    choose_form(config.getoption("thorough"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One more than there are cores: a third of the time a test waits, for a server, a browser or a clock."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 1


def named_paths(config: pytest.Config) -> list[Path]:
    """The files and folders whose tests are asked for."""
    return [Path(config.invocation_params.dir, arg.partition("::")[0]).resolve() for arg in config.args]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile ahead of the workers; where only some tests are picked, they compile what they call themselves."""
    option, config = session.config.option, session.config
    picked = option.keyword or option.markexpr or option.collectonly or any("::" in arg for arg in config.args)
    if hasattr(config, "workerinput") or picked:
        return
    from tests.compiling import compile_games, games_needed, is_compiled

    names = [name for name in games_needed(named_paths(config)) if not is_compiled(name)]
    if not names:
        return
    on_terminal = sys.stderr.isatty()

    def show(far: str, end: str = "") -> None:
        if on_terminal:
            print(f"\r\x1b[KCompiling before the tests: {far}", end=end, file=sys.stderr, flush=True)

    if not on_terminal:
        print(f"Compiling before the tests: {', '.join(names)}", file=sys.stderr, flush=True)
    seconds = compile_games(names, show)
    show(f"{', '.join(names)} done after {seconds:.0f} s", end="\n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if is_thorough():
        return
    kept = [item for item in items if item.get_closest_marker("thorough") is None]
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("thorough")])
        items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    if terminalreporter.config.option.collectonly:
        return
    for sentence in left_out(named_paths(terminalreporter.config)):
        terminalreporter.write_line(sentence)
    if not is_thorough():
        passed = "The quick form passed. " if exitstatus == pytest.ExitCode.OK else ""
        terminalreporter.write_line(f"{passed}The thorough form, which CI runs at night: pytest --thorough")
