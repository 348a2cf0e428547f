import pytest

from ieum.gateway.usage import REPORT_INTERVAL, Figures, UsageTracker, reports


def told(figures: Figures, *, at: float = 0) -> UsageTracker:
    ledger = UsageTracker(now=0)
    ledger.observe({"kim": figures})
    ledger.mark_reported({"kim": figures}, at)
    return ledger


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
def test_what_is_due(before: Figures | None, seen: Figures, at: float, *, reported: bool) -> None:
    ledger = told(before) if before else UsageTracker(now=0)
    ledger.observe({"kim": seen})

    assert ledger.due(at) == ({"kim": seen} if reported else {})


def test_what_the_shop_did_not_hear_stays_due() -> None:
    ledger = UsageTracker(now=0)
    ledger.observe({"kim": Figures(1000, 1, 1)})

    first, second = ledger.due(1), ledger.due(2)
    ledger.mark_reported(second, 2)

    assert first == second != {}
    assert ledger.due(3) == {}


def test_a_peer_that_was_away_counts_as_new() -> None:
    ledger = told(Figures(1000, 5, 5))
    ledger.observe({})
    ledger.observe({"kim": Figures(1001, 1, 1)})

    assert ledger.due(1) == {"kim": Figures(1001, 1, 1)}


def test_counters_that_began_again_are_told_as_they_are() -> None:
    ledger = told(Figures(1000, 5000, 5000))
    ledger.observe({"kim": Figures(1000, 7, 7)})

    assert ledger.due(REPORT_INTERVAL) == {"kim": Figures(1000, 7, 7)}


def test_no_handshake_is_null() -> None:
    (report,) = reports({"kim": Figures(0, 3, 4)})

    assert (report.last_handshake_at, report.rx_bytes, report.tx_bytes) == (None, 3, 4)
