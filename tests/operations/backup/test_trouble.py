"""A fault that stands for many rounds of the archive is logged once, each hour, and once when it is over."""

import logging

import pytest

from ieum.operations.backup.trouble import Trouble

log = logging.getLogger("ieum.test")


def test_a_standing_fault_is_logged_once_an_hour_and_once_when_it_is_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    trouble = Trouble(log, clock=lambda: now)
    # Two hours of rounds, which differ in the time that a program writes before its words.
    for number in range(2 * 60 * 4):
        now = number * 15.0
        trouble.note(f"{number:05}: no space left")
    trouble.end()
    trouble.end()

    assert [record.getMessage() for record in caplog.records] == [
        "00000: no space left",
        "00240: no space left",
        "the archive works again",
    ]


def test_another_fault_is_logged_at_once_and_the_first_one_again_after_a_good_round(
    caplog: pytest.LogCaptureFixture,
) -> None:
    trouble = Trouble(log, clock=lambda: 0.0)
    for reason in ("no space left", "no way there", "no space left"):
        trouble.note(reason)
    trouble.end()
    trouble.note("no space left")

    assert [record.getMessage() for record in caplog.records] == [
        "no space left",
        "no way there",
        "the archive works again",
        "no space left",
    ]
