"""Settings from the environment: what cannot be meant is refused, with what was expected."""

import pytest

from parlour.server.settings import ServeError, Settings


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("SECURE", "maybe"),
        ("AHEAD", "2"),
        ("ROOMS", "many"),
        ("ROOMS", "-1"),
        ("ROOMS", ""),
        ("THINKERS", "0"),
        ("BURST", "0"),
        ("REQUESTS_PER_SECOND", "nan"),
        ("IDLE_SECONDS", "inf"),
        ("IDLE_SECONDS", "-0.5"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setenv(f"PARLOUR_{name}", text)
    with pytest.raises(ServeError, match=f"PARLOUR_{name} cannot be {text!r}: expected"):
        Settings.from_environment()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("SECURE", "1", True), ("SECURE", "On", True), ("SECURE", "0", False), ("SECURE", "", False), ("ROOMS", "7", 7)],
)
def test_a_setting_is_read(monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object) -> None:
    monkeypatch.setenv(f"PARLOUR_{name}", text)
    assert getattr(Settings.from_environment(), name.lower()) == value


def test_settings_are_handed_on_to_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Settings(secure=True, hosts="games.example", requests_per_second=0.5)
    for name in vars(given):
        monkeypatch.setenv(f"PARLOUR_{name.upper()}", "")  # put back after the test
    given.to_environment()
    assert Settings.from_environment() == given
