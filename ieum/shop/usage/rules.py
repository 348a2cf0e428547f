"""Additions of a report to the record: bytes by counter epochs, hours, sessions. Pure; the clock is handed in."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ieum.shop.kernel.seoul import SEOUL, moment_of
from ieum.shop.services.types import CONNECTED_SECONDS
from ieum.shop.usage.types import Bytes, Ended, Epoch, Hour, Sample, Session, StateRow

SILENCE = timedelta(seconds=CONNECTED_SECONDS)
HOUR = timedelta(hours=1)
_TICK = timedelta(microseconds=1)
# Lives of counters that are remembered beside the newest, for reports that come late.
FORMER_EPOCHS = 8
# Nothing on sale is as fast as 100 Gbit/s. A minute's worth is always believed.
MOST_BYTES_A_SECOND = 12_500_000_000
# What was counted while a gateway could not report is spread over so much time at most.
LONGEST_SPREAD = timedelta(hours=48)
# A gateway's clock that is off by more is corrected by the time that it says it is; a report travels for 15 s at most.
TRUSTED_SKEW = timedelta(seconds=20)
# Seconds that a client, and an exit, is left before another one of the same device counts. Gateways wait as long for
# clients; services change their addresses once a second at most.
SHORTEST_RUN = timedelta(seconds=10)
SHORTEST_BY_EXIT = timedelta(seconds=1)
# Sessions of one device that a report may end: an hour of the shortest ones. What comes after changes none.
MOST_SESSIONS = 360
# Lines that a gateway reports in a minute, of which a report is worth some at least. One with 20,000 peers tells each
# twice a minute, and once more what it could not tell before.
LINES_A_MINUTE = 240_000
LEAST_LINES = 200
# How far back a report may tell of: gateways keep what they could not report.
OLDEST = timedelta(days=35)


def weight(lines: int) -> int:
    """Return what a report counts for in the limit of a minute."""
    return max(lines, LEAST_LINES)


def skew(sent_at: datetime | None, now: datetime) -> timedelta:
    """Return what to add to a gateway's moments."""
    if sent_at is None:
        return timedelta()
    # Centuries apart from ours, what is moved by the difference may leave the calendar.
    if abs(sent_at.year - now.year) > 500:
        return timedelta()
    off = now - sent_at
    return off if abs(off) > TRUSTED_SKEW else timedelta()


def corrected(
    moment: datetime | None, off: timedelta, *, earliest: datetime, now: datetime
) -> datetime | None:
    """A moment of a gateway's clock by ours: none before `earliest`, none later than a trusted clock can be ahead."""
    if moment is None:
        return None
    # Compared before it is moved: at the ends of the calendar it cannot be.
    if moment.year <= 1970:
        return earliest
    if moment.year >= 9000:
        return now
    # In UTC, because hours are cut from it.
    return max(earliest, min(moment + off, now + TRUSTED_SKEW)).astimezone(UTC)


def count(state: StateRow, sample: Sample, *, most_seconds: float) -> Bytes:
    """Move the state's counters to where the sample has them; return what was used since. Never less than nothing.

    A report that comes again, or late, has counters of a life that are no higher than those that are known: it adds
    nothing. A gateway that names no life is believed to have begun a new one where a counter falls.
    """
    used = _since_last(state, sample)
    most = int(MOST_BYTES_A_SECOND * (max(0.0, most_seconds) + 60))
    used = Bytes(min(used.rx, most), min(used.tx, most))
    # A sum beyond this cannot be stored; it would take a gateway of the fastest line a millennium.
    used = Bytes(min(used.rx, 2**62 - state.rx_bytes), min(used.tx, 2**62 - state.tx_bytes))
    state.rx_bytes += used.rx
    state.tx_bytes += used.tx
    return used


def _since_last(state: StateRow, sample: Sample) -> Bytes:
    fell = sample.rx < state.epoch_rx or sample.tx < state.epoch_tx
    if sample.epoch is None and fell:
        state.epoch_rx, state.epoch_tx = sample.rx, sample.tx
        return Bytes(sample.rx, sample.tx)
    if sample.epoch is None or sample.epoch == state.epoch:
        used = Bytes(max(0, sample.rx - state.epoch_rx), max(0, sample.tx - state.epoch_tx))
        state.epoch_rx, state.epoch_tx = state.epoch_rx + used.rx, state.epoch_tx + used.tx
        return used
    for former in state.former:
        if former.id == sample.epoch:
            used = Bytes(max(0, sample.rx - former.rx), max(0, sample.tx - former.tx))
            former.rx, former.tx = former.rx + used.rx, former.tx + used.tx
            return used
    state.former = [*state.former, Epoch(state.epoch, state.epoch_rx, state.epoch_tx)][-FORMER_EPOCHS:]
    state.epoch, state.epoch_rx, state.epoch_tx = sample.epoch, sample.rx, sample.tx
    return Bytes(sample.rx, sample.tx)


def follow(
    session: Session | None, sample: Sample, *, seen_before: datetime | None, sampled_before: datetime | None
) -> tuple[Session | None, list[Ended]]:
    """Bring the session of a device to a sample that is newer than the last one: the one that runs now, and what ended.

    One begins at a handshake after silence, and goes on as long as handshakes follow within three minutes from the same
    client by the same exit. `seen_before`: the newest handshake that is known, of a session that has ended, too. A
    session ends with its month, and goes on as another, because months are kept and dropped whole. What would end one
    sooner than after the shortest time changes nothing: it is told again, as long as it is so.
    """
    if sample.handshake is None:
        return session, []
    changed, ended = False, list[Ended]()
    begin = sample.since or sample.handshake
    if session is not None:
        changed = (session.exit, session.mark) != (sample.exit, sample.mark)
        last = session.seen_at + SILENCE
        if not changed and begin <= last:
            session.seen_at = max(session.seen_at, sample.handshake)
            return _cut_by_month(session, until=min(sample.at, session.seen_at + SILENCE))
        soonest = session.began_at + (SHORTEST_RUN if session.exit == sample.exit else SHORTEST_BY_EXIT)
        if sample.at < soonest:
            return session, []
        begin = max(begin, soonest)
        if changed and sample.since is None:
            # Since when is not said: then since it was last seen otherwise.
            begin = max(begin, sampled_before or begin)
        end = min(last, max(begin, session.began_at)) if changed else last
        ended, begin, seen_before = _over(session, end), max(begin, end), session.seen_at
    elif seen_before is not None:
        # One that was ended for silence, of which more is told late: it must not begin again where it began.
        begin = max(begin, min(seen_before + SILENCE, sample.handshake))
    connected = begin < sample.handshake + SILENCE
    if not connected or not (changed or seen_before is None or sample.handshake > seen_before):
        return None, ended
    new = Session(begin, sample.handshake, sample.exit, None, sample.mark)
    running, months = _cut_by_month(new, until=min(sample.at, new.seen_at + SILENCE))
    return running, ended + months


def over(session: Session) -> list[Ended]:
    """End a session of which nothing was heard any more."""
    rest, months = _cut_by_month(session, until=session.seen_at + SILENCE)
    return months + _over(rest, rest.seen_at + SILENCE)


def _over(session: Session, at: datetime) -> list[Ended]:
    return [Ended(session, at)] if at > session.began_at else []


def _cut_by_month(session: Session, *, until: datetime) -> tuple[Session, list[Ended]]:
    """End the session with each month in Seoul that is over by then; the last part runs on."""
    months: list[Ended] = []
    while (end := _end_of_month(session.began_at)) < until:
        months.append(Ended(session, end))
        session = Session(end, session.seen_at, session.exit, session.client, session.mark)
    return session, months


def _end_of_month(moment: datetime) -> datetime:
    return _end_of_hours_month(_hour_of(moment))


@lru_cache(maxsize=4096)
def _end_of_hours_month(hour: datetime) -> datetime:
    """Remembered, because it takes longer than everything else that is done with a sample."""
    day = hour.astimezone(SEOUL).date().replace(day=1)
    return moment_of(
        day.replace(year=day.year + 1, month=1) if day.month == 12 else day.replace(month=day.month + 1)
    )


def by_hour(used: Bytes, *, since: datetime | None, until: datetime) -> list[Hour]:
    """Spread what was used between two moments over the hours, by time; all of it is in the hours together."""
    since = until if since is None else max(min(since, until), until - LONGEST_SPREAD)
    hour = _hour_of(since)
    if hour == _hour_of(until):
        return [Hour(hour, used.rx, used.tx)] if used.rx or used.tx else []
    whole, hours, given = (until - since) // _TICK, list[Hour](), Bytes(0, 0)
    while hour <= until:
        # What is given out up to the end of each hour is rounded, not each part: so nothing is lost or added.
        done = (min(until, hour + HOUR) - since) // _TICK
        up_to = Bytes(used.rx * done // whole, used.tx * done // whole)
        if up_to != given:
            hours.append(Hour(hour, up_to.rx - given.rx, up_to.tx - given.tx))
        hour, given = hour + HOUR, up_to
    return hours


def _hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
