"""Settings are times in seconds, by their documented names."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.errors import RefereeError
from engine.referee.settings import Settings


def test_the_default_settings_of_the_referee_keep_the_times_of_the_formats_page() -> None:
    settings = Settings()
    assert settings.noise == 0.008
    assert settings.open_after <= 0.7
    assert settings.illegal_after == 1.2
    assert settings.counting_after <= 1.8


def test_each_setting_of_the_referee_may_be_changed_by_its_name() -> None:
    for field in fields(Settings):
        changed = Settings.from_json({field.name: 0.5})
        assert getattr(changed, field.name) == 0.5
    assert Settings.from_json({}) == Settings()


def test_settings_of_the_referee_in_older_configurations_are_accepted() -> None:
    assert Settings.from_json({"held_after": 30.0, "noise": 0.01}) == Settings(noise=0.01)


def test_an_unknown_setting_of_the_referee_is_refused_with_the_known_settings() -> None:
    with pytest.raises(RefereeError, match=r"patience.*illegal_after"):
        Settings.from_json({"patience": 1})


@pytest.mark.parametrize("value", ["1", None, True, -0.1, 1e9, float("nan"), [1.0]])
def test_a_setting_of_the_referee_that_is_no_number_of_seconds_is_refused(value: object) -> None:
    with pytest.raises(RefereeError, match="illegal_after"):
        Settings.from_json({"illegal_after": value})
