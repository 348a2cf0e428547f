"""What the agent tells of the peers' counters, and when."""

from itertools import pairwise

import pytest

from ieum.gateway.reports import reports
from ieum.gateway.usage import (
    MOST_WAITING,
    REPORT_INTERVAL,
    SHORTEST_RUN,
    Figures,
    Kept,
    Reading,
    Run,
    Sample,
    UsageTracker,
)

HOME, OFFICE = "198.51.100.7:51820", "198.51.100.8:40000"


def a_tracker_that_reported(figures: Figures, *, at: float = 0, exit_: str = "203.0.113.7") -> UsageTracker:
    tracker = UsageTracker(now=0)
    tracker.leave_by({"kim": exit_}, at)
    tracker.observe(Reading("", {"kim": figures}), at)
    tracker.mark_reported(tracker.due(REPORT_INTERVAL), 0)
    return tracker


def told(samples: list[Sample]) -> dict[str, Figures]:
    return {sample.key: sample.figures for sample in samples}


def steps(samples: list[Sample]) -> list[tuple[int, str, str, float]]:
    """Of each sample what was sent, by which exit, to which client, and since when it was so."""
    return [(one.figures.sent, one.run.exit, one.run.client, one.run.since) for one in samples]


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
    tracker.observe(Reading("", {"kim": seen}), 1200)

    assert told(tracker.due(at)) == ({"kim": seen} if reported else {})


def test_figures_stay_due_until_they_are_marked_as_reported() -> None:
    tracker = UsageTracker(now=0)
    tracker.observe(Reading("", {"kim": Figures(1000, 1, 1)}), 1000)

    first, second = tracker.due(1), tracker.due(2)
    tracker.mark_reported(second, 2)

    assert first == second != []
    assert tracker.due(3) == []


def test_a_peer_without_a_handshake_reports_null() -> None:
    (report,) = reports([Sample("kim", 0, 5, Run(0, "", ""), Figures(0, 3, 4))])

    assert (report.last_handshake_at, report.rx_bytes, report.tx_bytes) == (None, 3, 4)
    assert (report.since, report.exit_address, report.client_address) == (None, None, None)


def test_a_peer_that_was_taken_off_is_reported_once_even_if_it_never_connected() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.take_off({"kim": Figures(1001, 7, 7), "lee": Figures(0, 0, 0)}, 1002)

    due = tracker.due(1)
    tracker.mark_reported(due, 1)

    assert told(due) == {"kim": Figures(1001, 7, 7), "lee": Figures(0, 0, 0)}
    assert (tracker.due(2), tracker.last()) == ([], [])


def test_a_peer_that_comes_back_counts_as_new_and_in_another_epoch() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.take_off({"kim": Figures(1000, 5, 5)}, 1001, known=["kim"])
    (last,) = tracker.last()
    tracker.mark_reported([last], 1)
    tracker.observe(Reading("", {"kim": Figures(1003, 1, 1)}), 1003)

    (again,) = tracker.due(4)

    assert again.figures == Figures(1003, 1, 1)
    assert again.epoch != last.epoch
    # And so it is after a restart of the agent.
    restarted = UsageTracker(now=0, kept=tracker.kept())
    restarted.observe(Reading("", {"kim": Figures(1003, 2, 2)}), 1004)
    assert restarted.due(1)[-1].epoch == again.epoch


def test_epochs_of_peers_that_cannot_return_are_forgotten() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.take_off({"kim": Figures(1000, 5, 5)}, 1001, known=["lee"])

    assert tracker.kept().epochs == {}


def test_counters_that_fall_begin_a_new_epoch_and_what_they_were_is_told_before() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5000, 5000))
    tracker.observe(Reading("", {"kim": Figures(1000, 6000, 6000)}), 1001)
    tracker.observe(Reading("", {"kim": Figures(1000, 7, 7)}), 1002)

    before, after = tracker.due(REPORT_INTERVAL)

    assert (before.figures.sent, after.figures.sent) == (6000, 7)
    assert before.epoch != after.epoch
    assert before.at < after.at


def test_last_counters_that_have_fallen_are_of_another_epoch_and_what_they_were_is_told_before() -> None:
    """Somebody starts WireGuard anew, and the peer is taken off before that is noticed."""
    tracker = a_tracker_that_reported(Figures(1000, 5000, 5000))
    tracker.observe(Reading("", {"kim": Figures(1000, 6000, 6000)}), 1001)
    tracker.take_off({"kim": Figures(0, 0, 0)}, 1002)

    before, after = tracker.last()

    assert (before.figures.sent, after.figures.sent) == (6000, 0)
    assert before.epoch != after.epoch
    assert before.at < after.at


def test_a_peer_that_somebody_else_took_off_comes_back_in_another_epoch() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.observe(Reading("", {"kim": Figures(1000, 9, 9)}), 1001)
    tracker.observe(Reading("", {}), 1002)
    tracker.observe(Reading("", {"kim": Figures(1003, 1, 1)}), 1003)

    last, first = tracker.due(1)

    assert (last.figures.sent, first.figures.sent) == (9, 1)
    assert last.epoch != first.epoch


def test_a_peer_that_somebody_else_took_off_unseen_ends_its_life_before_it_is_put_again() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.observe(Reading("", {"kim": Figures(1000, 9, 9)}), 1001)
    tracker.begin({"kim": 77}, 1002)
    tracker.observe(Reading("", {}), 1003)  # one that began before, from which the put peer is left out
    tracker.begin({"kim": 78}, 1004)
    tracker.observe(Reading("", {"kim": Figures(1005, 20, 20)}), 1005)

    last, first = tracker.due(1)

    assert (last.figures.sent, last.epoch) == (9, 0)
    assert (first.figures.sent, first.epoch) == (20, 78)


def test_the_counters_of_an_interface_go_on_over_a_restart_of_the_agent() -> None:
    tracker = UsageTracker(now=0)
    tracker.observe(None, 990)
    tracker.observe(Reading("", {"kim": Figures(1000, 5, 5)}), 1000)
    (before,) = tracker.due(1)

    restarted = UsageTracker(now=0, kept=tracker.kept())
    restarted.observe(Reading("", {"kim": Figures(1000, 9, 9)}), 1002)

    assert {sample.epoch for sample in restarted.due(1)} == {before.epoch}


def test_an_interface_that_was_gone_has_counters_of_another_epoch() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.observe(Reading("", {"kim": Figures(1000, 9, 9)}), 1001)
    tracker.observe(None, 1002)
    tracker.observe(None, 1003)
    tracker.observe(Reading("", {"kim": Figures(1010, 3, 3)}), 1010)

    last, first = tracker.due(1)

    assert (last.figures.sent, first.figures.sent) == (9, 3)
    assert last.epoch != first.epoch
    assert tracker.kept().life == first.epoch


@pytest.mark.parametrize("is_restarted", [False, True], ids=["the-agent-goes-on", "no-agent-ran"])
def test_an_interface_that_was_replaced_unseen_has_counters_of_another_epoch(*, is_restarted: bool) -> None:
    """Its counters may be higher already than those of the one before, or stay below them for days."""
    tracker = UsageTracker(now=0)
    tracker.observe(Reading("boot 5", {"kim": Figures(1000, 9, 9)}), 1001)
    if is_restarted:
        tracker = UsageTracker(now=0, kept=tracker.kept())
    tracker.observe(Reading("boot 6", {"kim": Figures(1010, 20, 20)}), 1010)

    last, first = tracker.due(1)

    assert (last.figures.sent, first.figures.sent) == (9, 20)
    assert last.epoch != first.epoch
    assert (tracker.kept().life, tracker.kept().interface) == (first.epoch, "boot 6")


def test_an_interface_that_an_older_agent_has_left_goes_on() -> None:
    tracker = UsageTracker(now=0, kept=Kept(life=7))
    tracker.observe(Reading("boot 5", {"kim": Figures(1000, 9, 9)}), 1001)

    assert [sample.epoch for sample in tracker.due(1)] == [7]
    assert tracker.kept().interface == "boot 5"


def test_an_agent_of_the_version_before_leaves_counters_of_epoch_zero() -> None:
    """The shop knows them as such, so that the first report of the new agent does not count them again."""
    tracker = UsageTracker(now=0)
    tracker.observe(Reading("", {"kim": Figures(1000, 5, 5)}), 1000)

    assert [sample.epoch for sample in tracker.due(1)] == [0]


def test_another_exit_is_told_at_once_with_what_was_used_by_the_one_before() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5, HOME))
    tracker.observe(Reading("", {"kim": Figures(1000, 8, 8, HOME)}), 1019)
    tracker.leave_by({"kim": "203.0.113.8"}, 1020)

    due = tracker.due(1)

    assert steps(due) == [
        (8, "203.0.113.7", "198.51.100.7", 0),
        (8, "203.0.113.8", "198.51.100.7", 1020),
    ]
    assert due[0].at < due[1].at == 1020
    tracker.mark_reported(due, 1)
    assert tracker.due(2) == []


def test_who_is_silent_has_no_session_by_the_new_exit() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5, HOME))
    tracker.leave_by({"kim": "203.0.113.8"}, 1181)
    silent = tracker.due(1)
    tracker.observe(Reading("", {"kim": Figures(1300, 8, 8, HOME)}), 1301)

    assert silent == []
    assert steps(tracker.due(2)) == [(8, "203.0.113.8", "198.51.100.7", 1300)]


def test_another_client_is_a_new_run_but_another_port_is_not() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5, HOME))
    tracker.observe(Reading("", {"kim": Figures(1000, 6, 6, "198.51.100.7:999")}), 1011)
    same = tracker.due(1)
    tracker.observe(Reading("", {"kim": Figures(1000, 7, 7, OFFICE)}), 1012)

    assert same == []
    assert steps(tracker.due(1)) == [
        (6, "203.0.113.7", "198.51.100.7", 0),
        (7, "203.0.113.7", "198.51.100.8", 1012),
    ]


def test_two_clients_that_take_turns_are_told_every_ten_seconds_at_most() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 0, 0, HOME), at=1000)
    for second in range(1, 101):
        client = HOME if second % 2 else OFFICE
        tracker.observe(Reading("", {"kim": Figures(1000, second, second, client)}), 1000 + second)

    since = [sample.run.since for sample in tracker.due(1)]

    assert len(since) <= 100 / SHORTEST_RUN + 1
    assert all(later - earlier >= SHORTEST_RUN for earlier, later in pairwise(since))


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("198.51.100.7:51820", "198.51.100.7"),
        ("[2001:db8::7]:51820", "2001:db8::7"),
        ("[fe80::7%eth0]:51820", "fe80::7"),
        ("(none)", ""),
    ],
)
def test_a_client_is_told_without_its_port(client: str, address: str) -> None:
    tracker = a_tracker_that_reported(Figures(1000, 0, 0, client))
    tracker.observe(Reading("", {"kim": Figures(1000, 5, 5, client)}), 1001)

    assert steps(tracker.due(REPORT_INTERVAL)) == [(5, "203.0.113.7", address, 0)]


def test_after_the_clock_was_set_back_another_client_is_told_at_once() -> None:
    """A host whose hardware clock has Korean time is nine hours ahead until NTP has answered."""
    ahead = 9 * 3600
    tracker = a_tracker_that_reported(Figures(1000, 5, 5, HOME))
    tracker.leave_by({"kim": "203.0.113.8"}, 1000 + ahead)
    tracker.observe(Reading("", {"kim": Figures(1100 + ahead, 6, 6, HOME)}), 1100 + ahead)
    tracker.observe(Reading("", {"kim": Figures(1101 + ahead, 7, 7, HOME)}), 1101 + ahead)
    tracker.mark_reported(tracker.due(REPORT_INTERVAL), 0)

    tracker.observe(Reading("", {"kim": Figures(1102, 9, 9, OFFICE)}), 1110)

    assert tracker.due(1)[-1].run == Run(1110, "198.51.100.8", "203.0.113.8")


def test_silence_ends_a_run_and_the_handshake_begins_the_next() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5, HOME))
    tracker.observe(Reading("", {"kim": Figures(1000, 9, 9, HOME)}), 1050)
    tracker.observe(Reading("", {"kim": Figures(1200, 12, 12, HOME)}), 1201)

    assert steps(tracker.due(1)) == [
        (9, "203.0.113.7", "198.51.100.7", 0),
        (12, "203.0.113.7", "198.51.100.7", 1200),
    ]


def test_what_the_shop_was_not_told_outlives_the_agent() -> None:
    tracker = a_tracker_that_reported(Figures(1000, 5, 5))
    tracker.take_off({"lee": Figures(900, 3, 3)}, 1001)
    tracker.observe(Reading("", {"kim": Figures(1000, 9, 9)}), 1002)

    # The host has crashed: there is no interface when the agent starts.
    restarted = UsageTracker(now=0, kept=tracker.kept())
    restarted.observe(None, 2000)

    assert told(restarted.due(1)) == {"lee": Figures(900, 3, 3), "kim": Figures(1000, 9, 9)}


def test_what_waits_for_the_shop_has_a_bound(caplog: pytest.LogCaptureFixture) -> None:
    tracker = UsageTracker(now=0)
    for number in range(MOST_WAITING + 5):
        tracker.take_off({str(number): Figures(0, 0, number)}, number)

    waiting = tracker.last()
    assert len(waiting) == MOST_WAITING
    assert waiting[-1].figures.sent == MOST_WAITING + 4
    assert "more waits for the shop than is kept" in caplog.text


def test_nothing_kept_is_what_an_older_agent_has_left() -> None:
    assert UsageTracker(now=0).kept() == Kept()


def test_what_is_kept_does_not_grow_with_each_start_while_the_shop_is_away() -> None:
    """Each agent keeps the newest counters of everybody beside what the ones before have kept."""
    everybody, kept = 20_000, Kept()
    for start in range(4):
        tracker = UsageTracker(now=0, kept=kept)
        figures = {str(number): Figures(1000, start, start) for number in range(everybody)}
        tracker.observe(Reading("", figures), 1000 + start)
        kept = tracker.kept()

    assert len(kept.waiting) == MOST_WAITING
    assert all(one.figures.sent == 3 for one in kept.waiting[-everybody:])
