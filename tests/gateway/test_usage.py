import pytest

from ieum.gateway.usage import REPORT_INTERVAL, Figures, UsageTracker, reports


def a_tracker_that_reported(figures: Figures, *, at: float = 0) -> UsageTracker:
    tracker = UsageTracker(now=0)
    tracker.observe({"kim": figures})
    tracker.mark_reported({"kim": figures}, at)
    return tracker


@pytest.mark.parametrize(
    ("before", "seen", "at", "reported"),
    [
        (None, Figures(0, 0, 0), 1, False),
        (None, Figures(1000, 92, 148), 1, True),
        (Figures(1000, 0, 0), Figures(1000, 5, 5), 1, False),
        (Figures(1000, 0, 0), Figures(1120, 5, 5), 1, False),
        (Figures(1000, 0, 0), Figures(1181, 5, 5), 1, True),
        (Figures(1000, 0, 0), Figures(1000, 5, 5), REPORT_INTERVAL, True),
        (Figures(1000, 5, 5), Figures(1000, 5, 5), REPORT_INTERVAL, False),
    ],
    ids=[
        *("never-connected", "first-handshake", "bytes-wait", "renewed-handshake-waits"),
        *("back-after-silence", "bytes-in-the-round", "nothing-new"),
    ],
)
def test_which_peers_are_due(before: Figures | None, seen: Figures, at: float, *, reported: bool) -> None:
    tracker = a_tracker_that_reported(before) if before else UsageTracker(now=0)
    tracker.observe({"kim": seen})

    assert tracker.due(at) == ({"kim": seen} if reported else {})


def test_figures_stay_due_until_they_are_marked_as_reported() -> None:
    tracker = UsageTracker(now=0)
    tracker.observe({"kim": Figures(1000, 1, 1)})

    first, second = tracker.due(1), tracker.due(2)
    tracker.mark_reported(second, 2)

    assert first == second != {}
    assert tracker.due(3) == {}


def test_a_peer_that_was_off_the_interface_counts_as_new() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.observe({})
    tracker.observe({"kim": Figures(1001, 1, 1)})

    assert tracker.due(1) == {"kim": Figures(1001, 1, 1)}


def test_counters_that_started_again_are_reported_as_they_are() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5000, 5000))
    tracker.observe({"kim": Figures(1000, 7, 7)})

    assert tracker.due(REPORT_INTERVAL) == {"kim": Figures(1000, 7, 7)}


def test_a_peer_without_a_handshake_reports_null() -> None:
    (report,) = reports({"kim": Figures(0, 3, 4)})

    assert (report.last_handshake_at, report.rx_bytes, report.tx_bytes) == (None, 3, 4)


def test_a_peer_that_was_taken_off_is_reported_once_even_if_it_never_connected() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.take_off({"kim": Figures(1001, 7, 7), "lee": Figures(0, 0, 0)})

    due = tracker.due(1)
    tracker.mark_reported(due, 1)

    assert due == {"kim": Figures(1001, 7, 7), "lee": Figures(0, 0, 0)}
    assert (tracker.due(2), tracker.last()) == ({}, {})


def test_a_peer_that_comes_back_counts_as_new() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.take_off({"kim": Figures(1000, 5, 5)})
    tracker.mark_reported(tracker.last(), 1)
    tracker.observe({"kim": Figures(1003, 1, 1)})

    assert tracker.due(4) == {"kim": Figures(1003, 1, 1)}
