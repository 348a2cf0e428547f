"""Takes what gateways report of use, and ends and destroys what is over."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways.types import Gateway
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.secret_keys import recognised
from ieum.shop.services.types import CONNECTED_SECONDS, DeviceId
from ieum.shop.stock.types import is_ipv4
from ieum.shop.usage import months, queries, rules
from ieum.shop.usage.queries import HourRow, WrittenSession, WrittenState
from ieum.shop.usage.types import (
    DeviceRow,
    Ended,
    PeerUsage,
    Report,
    Sample,
    Session,
    StateRow,
    canonical,
)


class PretendedUseRefused(ShopError):
    status = 403
    code = "pretended_use_refused"
    title = "실제 이용 기록이 아닙니다"
    detail = "데모용으로 꾸민 이용 기록은 운영 환경에서 받지 않습니다. 실제 게이트웨이를 연결해 주세요."


class Written(msgspec.Struct):
    """Rows that a report adds to the record."""

    states: list[WrittenState] = msgspec.field(default_factory=list[WrittenState])
    hours: list[HourRow] = msgspec.field(default_factory=list[HourRow])
    sessions: list[WrittenSession] = msgspec.field(default_factory=list[WrittenSession])


class Seals:
    """Seals client addresses, and marks them so that the same one is known again without opening a seal."""

    def __init__(self, sealer: Sealer, key: str) -> None:
        self._sealer = sealer
        self._keys = [hashlib.sha256(b"clients:" + one.encode()).digest() for one in recognised(key)]

    def mark(self, device: int, client: str, *, running: str | None = None) -> str:
        """Different for each device, so that marks do not say whose addresses are the same.

        `running` is the mark of the session that runs: it stays where it is this client's under an older key.
        """
        marks = (
            hashlib.blake2b(f"{device} {client}".encode(), key=key, digest_size=16).hexdigest()
            for key in self._keys
        )
        newest = next(marks)
        if running is None or running == newest:
            return newest
        return running if running in marks else newest

    def seal(self, device: int, client: str) -> bytes:
        return self._sealer.seal(client, of=queries.place_of(device))


async def record(conn: Connection, gateway: Gateway, report: Report, seals: Seals) -> None:
    """Add to the record what a gateway reports of its own endpoints; what it reports of others is dropped.

    The rows of the devices are locked in the order of their ids. Reports of one device, the same one sent twice at once
    among them, therefore come one after the other.
    """
    if report.sandbox:
        await gateways.note_pretended_use(conn, gateway.id)
    if report.peers:
        await _record(conn, gateway, report, seals)
    if not report.partial:
        await gateways.note_usage_told(conn, gateway.id)


async def _record(conn: Connection, gateway: Gateway, report: Report, seals: Seals) -> None:
    devices = {one.key: one for one in await _devices(conn, gateway, report.peers)}
    if not devices:
        return
    states = {
        state.device_id: state
        for state in await queries.lock_states(conn, [device.id for device in devices.values()])
    }
    exits = await _own_exits(conn, gateway, report.peers)
    now = datetime.now(UTC)
    # Of 10,000 peers this takes longer than others should wait for the event loop.
    written = await asyncio.to_thread(_apply, report, devices, states, exits, seals, now)
    await _write(conn, written, reported=True)


async def end_silent(conn: Connection, *, limit: int) -> int:
    """End sessions of which nothing was heard any more. Returns how many."""
    states = await queries.lock_silent(conn, silence=CONNECTED_SECONDS, limit=limit)
    if not states:
        return 0
    services = await queries.list_services(conn, [state.device_id for state in states])
    written = Written()
    for state, service in zip(states, services, strict=True):
        session = _session_of(state)
        if session is not None:
            written.sessions += [
                queries.ended_row(state.device_id, service, one) for one in rules.over(session)
            ]
        written.states.append(_row(state, None, same=False))
    await _write(conn, written, reported=False)
    return len(states)


async def _write(conn: Connection, written: Written, *, reported: bool) -> None:
    moments = {row.hour for row in written.hours} | {row.began for row in written.sessions}
    if moments:
        await months.make_months(conn, sorted({moment.replace(minute=0, second=0) for moment in moments}))
    await queries.write(conn, written.states, written.hours, written.sessions, reported=reported)


async def _devices(conn: Connection, gateway: Gateway, peers: Sequence[PeerUsage]) -> list[DeviceRow]:
    devices = await queries.find_devices(conn, gateway.id, list({peer.public_key for peer in peers}))
    if missing := sorted(device.id for device in devices if not device.known):
        await queries.insert_missing(conn, missing)
    return devices


async def _own_exits(conn: Connection, gateway: Gateway, peers: Iterable[PeerUsage]) -> set[str]:
    """The reported exits that are this gateway's addresses; it cannot tell of others'."""
    exits = [address for address in {peer.exit_address for peer in peers} if address and is_ipv4(address)]
    return await queries.list_own_addresses(conn, gateway.id, exits) if exits else set()


def _apply(
    report: Report,
    devices: Mapping[str, DeviceRow],
    states: Mapping[DeviceId, StateRow],
    exits: set[str],
    seals: Seals,
    now: datetime,
) -> Written:
    """Bring each device's state to what is reported of it, in the order in which it was seen."""
    written, off = Written(), rules.skew(report.sent_at, now)
    hours: dict[tuple[int, datetime], list[int]] = {}
    sessions = {id_: _session_of(state) for id_, state in states.items()}
    over = Counter[DeviceId]()
    for peer in report.peers:
        device = devices.get(peer.public_key)
        # Without a row where the record of a service that is long over was deleted in this moment.
        if device is None or device.id not in states:
            continue
        state, before = states[device.id], sessions[device.id]
        running = before.mark if before else None
        sample = _sample(peer, device, exits, seals, off, now, running=running)
        may_follow = over[device.id] < rules.MOST_SESSIONS
        session, ended = _apply_one(state, before, sample, device, hours, may_follow=may_follow)
        over[device.id] += len(ended)
        if session is not before or ended:
            _seal(device.id, (session, *(one.session for one in ended)), before, sample, seals)
        sessions[device.id] = session
        written.sessions += [queries.ended_row(device.id, device.service_id, one) for one in ended]
    written.hours = [HourRow(id_, hour, *used) for (id_, hour), used in hours.items()]
    for id_, state in states.items():
        session = sessions[id_]
        same = session is not None and session.client is None and session.mark is not None
        written.states.append(_row(state, session, same=same))
    return written


def _apply_one(
    state: StateRow,
    session: Session | None,
    sample: Sample,
    device: DeviceRow,
    hours: dict[tuple[int, datetime], list[int]],
    *,
    may_follow: bool,
) -> tuple[Session | None, list[Ended]]:
    """Count one sample; one that comes late, or may not be followed, counts its bytes only."""
    before, ended = state.sampled_at, list[Ended]()
    used = rules.count(
        state, sample, most_seconds=(sample.at - (before or device.created_at)).total_seconds()
    )
    if before is None or sample.at > before:
        if may_follow:
            session, ended = rules.follow(
                session, sample, seen_before=state.last_handshake_at, sampled_before=before
            )
        state.sampled_at = sample.at
    if sample.at == state.sampled_at:
        state.parked_at = (state.parked_at or sample.at) if sample.parked else None
    if sample.handshake is not None:
        state.first_handshake_at = state.first_handshake_at or sample.handshake
        state.last_handshake_at = max(state.last_handshake_at or sample.handshake, sample.handshake)
    if session is not None:
        session.rx, session.tx = min(session.rx + used.rx, 2**62), min(session.tx + used.tx, 2**62)
    since = max((moment for moment in (before, session and session.began_at) if moment), default=None)
    for hour, rx, tx in rules.by_hour(used, since=since, until=sample.at):
        total = hours.setdefault((device.id, hour), [0, 0])
        total[0] += rx
        total[1] += tx
    return session, ended


def _sample(
    peer: PeerUsage,
    device: DeviceRow,
    exits: set[str],
    seals: Seals,
    off: timedelta,
    now: datetime,
    *,
    running: str | None,
) -> Sample:
    client = canonical(peer.client_address) if peer.client_address else None
    earliest = max(device.created_at, now - rules.OLDEST)
    # A device has connected not before it was added and not after now, whatever the gateway's clock says.
    handshake = rules.corrected(peer.last_handshake_at, off, earliest=device.created_at, now=now)
    since = rules.corrected(peer.since, off, earliest=earliest, now=now)
    if since is None and handshake is not None and handshake < earliest:
        # Nor does a session begin before what a report may tell of.
        since = earliest
    return Sample(
        epoch=peer.epoch,
        rx=peer.rx_bytes,
        tx=peer.tx_bytes,
        at=rules.corrected(peer.at, off, earliest=earliest, now=now) or now,
        # Of a device that is connected to another gateway by now, its former one tells nothing newer.
        handshake=min(handshake, now) if handshake and not device.has_left else None,
        since=since,
        exit=peer.exit_address if peer.exit_address in exits else device.exit,
        client=client,
        mark=seals.mark(device.id, client, running=running) if client else None,
        parked=peer.parked and not device.has_left,
    )


def _seal(
    device: int, sessions: Iterable[Session | None], before: Session | None, sample: Sample, seals: Seals
) -> None:
    """Give the sessions that the sample has begun its client, once sealed."""
    begun = [
        one
        for one in sessions
        if one and one.client is None and one.mark == sample.mark and one is not before
    ]
    if begun and sample.client:
        sealed = seals.seal(device, sample.client)
        for one in begun:
            one.client = sealed


def _session_of(state: StateRow) -> Session | None:
    if state.session_began_at is None or state.session_exit is None or state.last_handshake_at is None:
        return None
    return Session(
        state.session_began_at,
        state.last_handshake_at,
        state.session_exit,
        None,
        state.session_mark,
        state.session_rx,
        state.session_tx,
    )


def _row(state: StateRow, session: Session | None, *, same: bool) -> WrittenState:
    return WrittenState(
        id=state.device_id,
        first=state.first_handshake_at,
        last=state.last_handshake_at,
        rx=state.rx_bytes,
        tx=state.tx_bytes,
        epoch=state.epoch,
        epoch_rx=state.epoch_rx,
        epoch_tx=state.epoch_tx,
        former=msgspec.json.encode(state.former).decode() if state.former else "[]",
        sampled=state.sampled_at,
        began=session.began_at if session else None,
        exit=session.exit if session else None,
        same=same,
        client=session.client if session and not same else None,
        mark=session.mark if session and not same else None,
        session_rx=session.rx if session else 0,
        session_tx=session.tx if session else 0,
        parked=state.parked_at if session else None,
    )
