"""Deltas with epochs, hours and sessions, decided without a database."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ieum.shop.services.types import DeviceId
from ieum.shop.usage import rules
from ieum.shop.usage.types import Bytes, Epoch, Hour, Sample, Session, StateRow

NOON = datetime(2026, 11, 22, 3, tzinfo=UTC)  # in Seoul
KIM, LEE = "k" * 32, "l" * 32
MINUTE = timedelta(minutes=1)
OFFSETS = st.integers(-1439, 1439).map(lambda minutes: timezone(minutes * MINUTE))


def a_state(
    *, epoch: int = 7, rx: int = 0, tx: int = 0, former: list[Epoch] | None = None, total: int = 0
) -> StateRow:
    return StateRow(
        device_id=DeviceId(1),
        first_handshake_at=None,
        last_handshake_at=None,
        rx_bytes=total,
        tx_bytes=total,
        epoch=epoch,
        epoch_rx=rx,
        epoch_tx=tx,
        former=former or [],
        sampled_at=None,
        session_began_at=None,
        session_exit=None,
        session_mark=None,
        session_rx=0,
        session_tx=0,
        parked_at=None,
    )


def a_sample(
    minutes: float = 0,
    *,
    epoch: int | None = 7,
    rx: int = 0,
    tx: int = 0,
    handshake: float | None = None,
    since: float | None = None,
    out: str = "203.0.113.7",
    mark: str | None = KIM,
) -> Sample:
    """Its moments are minutes after noon; the handshake is at the sample where none is given."""
    shaken = minutes if handshake is None else handshake
    return Sample(
        epoch=epoch,
        rx=rx,
        tx=tx,
        at=NOON + minutes * MINUTE,
        handshake=NOON + shaken * MINUTE,
        since=None if since is None else NOON + since * MINUTE,
        exit=out,
        mark=mark,
    )


def a_session(minutes: float = 0, *, seen: float = 0, mark: str = KIM) -> Session:
    return Session(NOON + minutes * MINUTE, NOON + seen * MINUTE, "203.0.113.7", b"sealed", mark)


@pytest.mark.parametrize(
    ("state", "sample", "used", "then"),
    [
        pytest.param(a_state(), (7, 10, 20), (10, 20), (7, 10, 20, ()), id="the first report"),
        pytest.param(a_state(rx=10, tx=20), (7, 15, 21), (5, 1), (7, 15, 21, ()), id="the counters rise"),
        pytest.param(a_state(rx=10, tx=20), (7, 10, 20), (0, 0), (7, 10, 20, ()), id="the same report again"),
        pytest.param(
            a_state(rx=10, tx=20), (7, 4, 5), (0, 0), (7, 10, 20, ()), id="a report that comes late"
        ),
        pytest.param(
            a_state(rx=10, tx=20), (8, 4, 5), (4, 5), (8, 4, 5, ((7, 10, 20),)), id="counters of a new life"
        ),
        pytest.param(
            a_state(epoch=8, rx=4, tx=5, former=[Epoch(7, 10, 20)]),
            (7, 12, 20),
            (2, 0),
            (8, 4, 5, ((7, 12, 20),)),
            id="the last of the life before, late",
        ),
        pytest.param(
            a_state(epoch=8, rx=4, tx=5, former=[Epoch(7, 12, 20)]),
            (7, 12, 20),
            (0, 0),
            (8, 4, 5, ((7, 12, 20),)),
            id="the same again, late",
        ),
        pytest.param(
            a_state(rx=10, tx=20), (None, 15, 21), (5, 1), (7, 15, 21, ()), id="an old gateway, rising"
        ),
        pytest.param(
            a_state(rx=10, tx=20), (None, 4, 30), (4, 30), (7, 4, 30, ()), id="an old gateway, falling"
        ),
    ],
)
def test_what_was_used_since_the_last_report(
    state: StateRow,
    sample: tuple[int | None, int, int],
    used: tuple[int, int],
    then: tuple[int, int, int, tuple[tuple[int, int, int], ...]],
) -> None:
    epoch, rx, tx = sample

    counted = rules.count(state, a_sample(epoch=epoch, rx=rx, tx=tx), most_seconds=30)

    assert counted == used
    former = tuple((one.id, one.rx, one.tx) for one in state.former)
    assert (state.epoch, state.epoch_rx, state.epoch_tx, former) == then
    assert (state.rx_bytes, state.tx_bytes) == used


@given(
    lives=st.lists(st.lists(st.integers(0, 1000), min_size=1, max_size=6), min_size=1, max_size=5),
    order=st.randoms(use_true_random=False),
)
def test_each_byte_counts_once_however_often_and_late_reports_come(
    lives: list[list[int]], order: object
) -> None:
    reports = [
        (epoch, sum(steps[: n + 1])) for epoch, steps in enumerate(lives, start=1) for n in range(len(steps))
    ]
    again = [*reports, *reports]
    order.shuffle(again)  # type: ignore[attr-defined]
    state = a_state(epoch=0)

    for epoch, counter in again:
        rules.count(state, a_sample(epoch=epoch, rx=counter, tx=counter), most_seconds=30)

    assert (state.rx_bytes, state.tx_bytes) == (sum(map(sum, lives)),) * 2


def test_more_than_a_line_can_carry_is_not_believed() -> None:
    state = a_state()

    used = rules.count(state, a_sample(rx=2**62, tx=5), most_seconds=40)

    assert used == (rules.MOST_BYTES_A_SECOND * 100, 5)
    # Nor is it counted later, bit by bit.
    assert rules.count(state, a_sample(rx=2**62, tx=5), most_seconds=40) == (0, 0)


def test_sums_stay_what_the_database_can_store() -> None:
    state = a_state(total=2**62 - 1)

    rules.count(state, a_sample(rx=10, tx=10), most_seconds=30)

    assert (state.rx_bytes, state.tx_bytes) == (2**62, 2**62)


def test_no_more_than_eight_lives_of_counters_are_remembered() -> None:
    state = a_state(epoch=1)
    for epoch in range(2, 30):
        rules.count(state, a_sample(epoch=epoch, rx=1), most_seconds=30)

    assert [one.id for one in state.former] == list(range(21, 29))
    assert state.rx_bytes == 28


@pytest.mark.parametrize(
    ("session", "sample", "runs_since", "seen", "ended"),
    [
        pytest.param(None, a_sample(1), 1, 1, [], id="begins with the handshake"),
        pytest.param(None, a_sample(5, handshake=1, since=0), 0, 1, [], id="begins when the gateway saw it"),
        pytest.param(a_session(), a_sample(2), 0, 2, [], id="goes on with the next handshake"),
        pytest.param(
            a_session(seen=2), a_sample(2.5, handshake=2), 0, 2, [], id="goes on between handshakes"
        ),
        pytest.param(a_session(seen=2), a_sample(5), 0, 5, [], id="goes on after exactly three minutes"),
        pytest.param(a_session(seen=2), a_sample(5.1), 5.1, 5.1, [(0, 5)], id="ends after more"),
        pytest.param(
            a_session(seen=2),
            a_sample(60, since=-1),
            0,
            60,
            [],
            id="goes on where the gateway saw no silence",
        ),
        pytest.param(
            a_session(seen=2),
            a_sample(4, handshake=2, since=3, out="203.0.113.8"),
            3,
            2,
            [(0, 3)],
            id="ends when the exit changes",
        ),
        pytest.param(
            a_session(seen=2),
            a_sample(3, since=3, mark=LEE),
            3,
            3,
            [(0, 3)],
            id="ends when the client changes",
        ),
        pytest.param(
            a_session(seen=2),
            a_sample(60, since=58, mark=LEE),
            58,
            60,
            [(0, 5)],
            id="ended long before another client came",
        ),
        pytest.param(
            a_session(seen=2),
            a_sample(9, handshake=2, since=9, out="203.0.113.8"),
            None,
            2,
            [(0, 5)],
            id="none begins by the new exit where nobody is connected",
        ),
        pytest.param(
            a_session(seen=2),
            a_sample(4, handshake=2, out="203.0.113.8"),
            3.5,
            2,
            [(0, 3.5)],
            id="an old gateway does not say when the exit changed",
        ),
        pytest.param(
            a_session(),
            a_sample(1, since=0.01, mark=LEE),
            1 / 6,
            1,
            [(0, 1 / 6)],
            id="another client counts after ten seconds, whatever the gateway says",
        ),
    ],
)
def test_what_a_sample_makes_of_a_session(
    session: Session | None,
    sample: Sample,
    runs_since: float | None,
    seen: float,
    ended: list[tuple[float, float]],
) -> None:
    running, over = rules.follow(
        session,
        sample,
        seen_before=session.seen_at if session else None,
        sampled_before=NOON + 3.5 * MINUTE if session else None,
    )

    assert [(one.session.began_at, one.ended_at) for one in over] == [
        (NOON + begin * MINUTE, NOON + end * MINUTE) for begin, end in ended
    ]
    if runs_since is None:
        assert running is None
    else:
        assert running is not None
        assert (running.began_at, running.seen_at) == (NOON + runs_since * MINUTE, NOON + seen * MINUTE)
        assert (running.exit, running.mark) == (sample.exit, sample.mark)


@pytest.mark.parametrize(
    "sample",
    [
        pytest.param(a_sample(9 / 60, mark=LEE), id="another client"),
        pytest.param(a_sample(9 / 60, mark=None), id="no client"),
        pytest.param(a_sample(0.9 / 60, out="203.0.113.8"), id="another exit"),
        pytest.param(a_sample(9 / 60, handshake=9 / 60 + 4), id="silence that cannot have been"),
    ],
)
def test_what_changes_sooner_than_anything_does_changes_nothing(sample: Sample) -> None:
    session = a_session()

    assert rules.follow(session, sample, seen_before=session.seen_at, sampled_before=NOON) == (session, [])
    assert session == a_session()


def test_an_address_may_be_changed_right_after_a_session_has_begun() -> None:
    session, sample = a_session(), a_sample(2 / 60, since=2 / 60, out="203.0.113.8")

    running, over = rules.follow(session, sample, seen_before=session.seen_at, sampled_before=NOON)

    assert running is not None
    assert (running.exit, running.began_at) == ("203.0.113.8", NOON + 2 / 60 * MINUTE)
    assert [one.ended_at for one in over] == [running.began_at]


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 40), st.integers(-300, 300), st.integers(-300, 300), st.booleans()),
        min_size=2,
        max_size=60,
    )
)
def test_sessions_of_one_exit_begin_ten_seconds_apart_whatever_a_gateway_says(
    steps: list[tuple[int, int, int, bool]],
) -> None:
    session, at, begins = None, 0.0, set[datetime]()
    for seconds, handshake, since, other in steps:
        at += seconds / 60
        sample = a_sample(
            at, handshake=at + handshake / 60, since=at + since / 60, mark=LEE if other else KIM
        )
        after, _ = rules.follow(session, sample, seen_before=None, sampled_before=None)
        if session is None:
            begins.clear()
        session = after
        if session is not None:
            begins.add(session.began_at)
        assert all(later - earlier >= rules.SHORTEST_RUN for earlier, later in pairwise(sorted(begins)))


def test_no_session_begins_without_a_new_handshake() -> None:
    silent = a_sample(10, handshake=2)
    never = silent._replace(handshake=None)

    assert rules.follow(None, silent, seen_before=NOON + 2 * MINUTE, sampled_before=None) == (None, [])
    assert rules.follow(None, never, seen_before=None, sampled_before=None) == (None, [])


def test_a_session_ends_with_its_month_and_goes_on_in_the_next() -> None:
    midnight = datetime(2026, 11, 30, 15, tzinfo=UTC)
    began = midnight - 90 * MINUTE
    session = Session(began, midnight - MINUTE, "203.0.113.7", b"sealed", KIM, 100, 200)
    sample = a_sample()._replace(at=midnight + 2 * MINUTE, handshake=midnight + MINUTE)

    running, over = rules.follow(session, sample, seen_before=session.seen_at, sampled_before=None)

    assert running == Session(midnight, midnight + MINUTE, "203.0.113.7", b"sealed", KIM, 0, 0)
    ((first, ended_at),) = over
    assert (first.began_at, ended_at, first.rx, first.tx) == (began, midnight, 100, 200)


def test_a_silent_session_is_over_three_minutes_after_its_last_handshake() -> None:
    session = a_session(seen=4)

    assert rules.over(session) == [(session, NOON + 7 * MINUTE)]


@pytest.mark.parametrize(
    ("used", "since", "until", "hours"),
    [
        pytest.param((6, 9), 10, 20, [(0, 6, 9)], id="within an hour"),
        pytest.param((6, 9), None, 20, [(0, 6, 9)], id="a first report"),
        pytest.param((60, 7), 30, 90, [(0, 30, 3), (1, 30, 4)], id="across a full hour"),
        pytest.param((0, 0), 30, 90, [], id="nothing used"),
        pytest.param((4, 0), 0, 240, [(0, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0)], id="the gateway was away"),
        pytest.param((5, 5), 90, 60, [(1, 5, 5)], id="a report that comes late"),
    ],
)
def test_bytes_are_spread_over_the_hours(
    used: tuple[int, int], since: float | None, until: float, hours: list[tuple[int, int, int]]
) -> None:
    spread = rules.by_hour(
        Bytes(*used), since=None if since is None else NOON + since * MINUTE, until=NOON + until * MINUTE
    )

    assert spread == [Hour(NOON + timedelta(hours=hour), rx, tx) for hour, rx, tx in hours]


@given(
    rx=st.integers(0, 2**62),
    tx=st.integers(0, 2**62),
    minutes=st.integers(0, 10_000),
    offset=st.integers(0, 3_599_999_999),
)
def test_hours_hold_exactly_what_was_used(rx: int, tx: int, minutes: int, offset: int) -> None:
    since = NOON + timedelta(microseconds=offset)

    spread = rules.by_hour(Bytes(rx, tx), since=since, until=since + minutes * MINUTE)

    assert (sum(one.rx for one in spread), sum(one.tx for one in spread)) == (rx, tx)
    assert len(spread) <= 49
    assert len({one.hour for one in spread}) == len(spread)


@pytest.mark.parametrize(
    ("sent", "off"),
    [
        pytest.param(None, 0, id="an old gateway does not say"),
        pytest.param(NOON - timedelta(seconds=15), 0, id="a slow way"),
        pytest.param(NOON + timedelta(minutes=10), -600, id="a clock that is ahead"),
        pytest.param(NOON - timedelta(days=1), 86_400, id="a clock that is behind"),
        pytest.param(datetime(1, 1, 1, tzinfo=UTC), 0, id="the beginning of the calendar"),
    ],
)
def test_by_how_much_a_gateways_clock_is_off(sent: datetime | None, off: int) -> None:
    assert rules.skew(sent, NOON) == timedelta(seconds=off)


@given(sent=st.datetimes(timezones=OFFSETS), moment=st.datetimes(timezones=OFFSETS))
@example(sent=datetime(1026, 6, 1, tzinfo=UTC), moment=datetime(8999, 12, 31, tzinfo=UTC))
@example(sent=datetime(3526, 6, 1, tzinfo=UTC), moment=datetime(1971, 1, 1, tzinfo=UTC))
def test_no_clock_however_wrong_moves_a_moment_out_of_what_is_believed(
    sent: datetime, moment: datetime
) -> None:
    earliest = NOON - timedelta(days=30)

    moved = rules.corrected(moment, rules.skew(sent, NOON), earliest=earliest, now=NOON)

    assert moved is not None
    assert moved.tzinfo is UTC
    assert earliest <= moved <= NOON + rules.TRUSTED_SKEW
