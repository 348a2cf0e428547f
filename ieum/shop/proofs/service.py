"""Asks gateways to prove their addresses, takes the proofs, and flags what cannot be proven (docs/decisions/0076).

A proof is a call from the address, made with the gateway's own token and a nonce that the shop told it: customers
leave by the same address, and can do neither. What counts is where the shop saw the call come from.
"""

import random
import secrets

from ieum.shop.gateways.messages import Question
from ieum.shop.gateways.states import GIVE_UP_HOLDS
from ieum.shop.gateways.types import Gateway, GatewayId
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.queue import defer
from ieum.shop.proofs import queries
from ieum.shop.proofs.rules import (
    SECONDS_BETWEEN_TRIES,
    SECONDS_TOGETHER,
    TRIES,
    are_together,
    next_proof_in,
    next_try_in,
)
from ieum.shop.proofs.types import WORDS, Asked, Failing, Reflected, Watched
from ieum.shop.stock import queries as stock
from ieum.shop.stock.types import AddressId, Flag, Proof

# Every ten seconds: 20,000 new addresses take an hour, and a day's proofs of as many two or three at a time.
QUESTIONS_AT_ONCE = 50
ANSWER_WITHIN_SECONDS = 5 * 60
# Where one fails, so many others are asked for before it counts, to tell an address from its gateway.
SAMPLE = 100
# What counts as tried together: the tries of an address, and a question's way.
LATELY_SECONDS = TRIES * SECONDS_BETWEEN_TRIES
OVERDUE_DAYS = 2
EVIDENCE_DAYS = 90

# An address with which something was found wrong: by its gateway's answer, or by a look-up.
type Failed = Asked | Watched

FLAGS: tuple[Flag, ...] = ("unproven", "listed", "other_carrier")
TOGETHER, FLAGGED, OVERDUE = "gateway_proofs_fail", "address_flagged", "address_proofs_overdue"
# Looks up the reputation of addresses that are due, so that a new one need not wait for the minute.
LOOK_UP = "proofs.look_up_addresses"


class NoSuchQuestion(ShopError):
    code = "no_such_question"
    title = "유효하지 않은 확인 요청입니다"
    detail = "확인 요청이 만료되었거나 이미 사용되었습니다. 다음 요청을 기다려 주세요."


class SandboxProofRefused(ShopError):
    status = 403
    code = "sandbox_proof_refused"
    title = "실제 확인이 아닙니다"
    detail = (
        "응답만 하는 게이트웨이의 확인은 운영 환경에서 인정되지 않습니다. 실제 게이트웨이를 연결해 주세요."
    )


async def ask_due(conn: Connection, gateway: GatewayId) -> list[Question]:
    """Ask for the addresses that are due."""
    nonces = [secrets.token_bytes(16) for _ in range(QUESTIONS_AT_ONCE)]
    return await queries.ask_due(conn, gateway, nonces=nonces, seconds=ANSWER_WITHIN_SECONDS)


async def reflect(
    conn: Connection, gateway: Gateway, nonce: str, *, seen: str, sandbox: bool, production: bool
) -> Reflected:
    """Take a gateway's call for a proof of the address that it was asked for. Raises NoSuchQuestion.

    Where the call came from another address, that is a failure like no call at all. A gateway that carries no traffic
    says so (`sandbox`): its word is taken without looking, and refused in production.
    """
    if sandbox and production:
        raise SandboxProofRefused
    asked = await _find_question(conn, gateway, nonce)
    if sandbox:
        await _take(conn, asked, "sandbox", seen=None)
    elif seen == asked.address:
        await _take(conn, asked, "call", seen=seen)
    else:
        await _fail(conn, asked, seen=seen, detail=f"the call came from {seen}")
    return Reflected(asked.address, seen, proven=sandbox or seen == asked.address)


async def note_unreachable(conn: Connection, gateway: Gateway, nonce: str, *, reason: str) -> None:
    """A gateway could not call from an address. Raises NoSuchQuestion."""
    await _fail(conn, await _find_question(conn, gateway, nonce), seen=None, detail=reason)


async def believe_sandbox(conn: Connection, addresses: list[str]) -> None:
    """Take the addresses of the demo as proven. Production refuses to start with such."""
    ids = await stock.list_ids(conn, addresses)
    await stock.note_proven(conn, ids, "sandbox")
    await stock.note_cleared(conn, ids)
    await queries.add_evidence(conn, ids, "sandbox", is_good=True, detail="demo")


async def flag(conn: Connection, address: AddressId, name: str, why: Flag) -> None:
    """Take an address out of sale for what is wrong with it, until that is over. Who holds it keeps it.

    Holds of unpaid orders on it end in a transaction of their own, because they lock leases before addresses.
    """
    if await stock.flag(conn, address, why):
        detail = f"{WORDS[why]} 동안 팔지 않습니다. 쓰는 회원에게는 다른 IP를 제안합니다."
        await alarms.raise_alarm(conn, FLAGGED, reference=f"{name} {why}", detail=detail)
        await defer(conn, GIVE_UP_HOLDS)


async def lift_flag(conn: Connection, address: AddressId, name: str, why: Flag) -> None:
    if await stock.lift_flag(conn, address, why):
        await alarms.clear_about(conn, FLAGGED, reference=f"{name} {why}", by="shop")


async def judge(conn: Connection, failing: Failing, failed: Failed, why: Flag) -> bool:
    """Flag an address, unless so many of its gateway fail that none counts; returns whether it was flagged.

    Then those that were flagged for it within the last day and a half are flagged no more, which ends what their
    holders were offered, and an alarm says so. New addresses are judged by themselves: those that are not routed yet
    must not hide one that is sold and fails.
    """
    # Addresses before the alarm about them all, as whoever lifts a flag does.
    if not _are_together(failing):
        await flag(conn, failed.address_id, failed.address, why)
        await end_alarm(conn, failing, why, are_new=failed.is_new)
        return True
    lifted = await stock.lift_lately_flagged(
        conn, failed.gateway_id, why, are_new=failed.is_new, window=SECONDS_TOGETHER
    )
    for address in sorted(lifted):
        await alarms.clear_about(conn, FLAGGED, reference=f"{address} {why}", by="shop")
    kind = "새 IP" if failed.is_new else "IP"
    number, of = _counted(failing)
    detail = (
        f"{failing.gateway}의 {kind} {of}개 가운데 {number}개가 짧은 시간에 {WORDS[why]} 상태가 되었습니다. "
        "게이트웨이나 회선, 남의 손에 넘어간 접속 권한, 또는 물어본 곳의 문제입니다. "
        f"그래서 하나씩 표시하지 않고, 표시했던 {len(lifted)}개도 풀었습니다."
    )
    reference = _together(failing, why, are_new=failed.is_new)
    await alarms.raise_alarm(conn, TOGETHER, reference=reference, detail=detail)
    return False


async def end_alarm(conn: Connection, failing: Failing, why: Flag, *, are_new: bool) -> None:
    """Clear the alarm that addresses fail together, where they do no more."""
    if not _are_together(failing):
        reference = _together(failing, why, are_new=are_new)
        await alarms.clear_about(conn, TOGETHER, reference=reference, by="shop")


def _are_together(failing: Failing) -> bool:
    return are_together(failing=failing.lately_failing, tried=failing.lately_tried) or are_together(
        failing=failing.failing, tried=failing.tried
    )


def _counted(failing: Failing) -> tuple[int, int]:
    """The figures by which addresses fail together."""
    if are_together(failing=failing.lately_failing, tried=failing.lately_tried):
        return failing.lately_failing, failing.lately_tried
    return failing.failing, failing.tried


def _together(failing: Failing, why: Flag, *, are_new: bool) -> str:
    return f"{failing.gateway} {why}" + (" new" if are_new else "")


async def watch_overdue(conn: Connection) -> None:
    """Raise an alarm about each gateway that does not prove its addresses, as those of the version before do not."""
    for one in await queries.list_overdue(conn, days=OVERDUE_DAYS):
        if one.failing:
            detail = (
                f"{one.tried}개 가운데 {one.failing}개를 {OVERDUE_DAYS}일 동안 확인하지 않았습니다. "
                "게이트웨이가 연결되어 있고 최신 버전인지 확인해 주세요."
            )
            await alarms.raise_alarm(conn, OVERDUE, reference=one.gateway, detail=detail)
        else:
            await alarms.clear_about(conn, OVERDUE, reference=one.gateway, by="shop")


async def withdraw(conn: Connection, address: str, *, reason: str) -> bool | None:
    """Take an address out of sale for good. False where it is so already, None where there is no such address.

    Who holds it keeps it. A proof that comes later is refused: its question has ended.
    """
    found = await _find(conn, address)
    if found is None:
        return None
    await queries.end_checks(conn, found)
    withdrawn = await stock.withdraw(conn, found)
    if withdrawn:
        await queries.add_evidence(conn, [found], "operator", is_good=False, detail=f"withdrawn: {reason}")
        for why in FLAGS:
            await alarms.clear_about(conn, FLAGGED, reference=f"{address} {why}", by="shop")
        await defer(conn, GIVE_UP_HOLDS)
    return withdrawn


async def return_address(conn: Connection, address: str, *, reason: str) -> bool | None:
    """Have a withdrawn address proven anew, and sold then. False where it was not withdrawn."""
    found = await _find(conn, address)
    if found is None:
        return None
    await queries.begin_checks_anew(conn, found)
    returned = await stock.return_address(conn, found)
    if returned:
        await queries.add_evidence(conn, [found], "operator", is_good=True, detail=f"returned: {reason}")
    return returned


async def rest(conn: Connection, address: str, *, days: int, reason: str) -> bool | None:
    """Keep an address from sale for so many days, or, with none, end its rest. False where somebody has it."""
    found = await _find(conn, address)
    if found is None:
        return None
    rests = await stock.rest(conn, found, days=days)
    if rests:
        detail = f"rests for {days} days: {reason}" if days else f"rests no more: {reason}"
        await queries.add_evidence(conn, [found], "operator", is_good=True, detail=detail)
    return rests


async def _find(conn: Connection, address: str) -> AddressId | None:
    found = await stock.list_ids(conn, [address])
    return found[0] if found else None


async def _find_question(conn: Connection, gateway: Gateway, nonce: str) -> Asked:
    asked = await queries.lock_question(conn, gateway.id, nonce)
    if asked is None:
        raise NoSuchQuestion
    return asked


async def _take(conn: Connection, asked: Asked, by: Proof, *, seen: str | None) -> None:
    address = asked.address_id
    chance = random.random()  # noqa: S311 - spreads load, hides nothing
    await queries.close_question(conn, address, failures=0, next_in=next_proof_in(chance=chance))
    if await stock.note_proven(conn, [address], by):
        await defer(conn, LOOK_UP)
    await queries.add_evidence(conn, [address], by, is_good=True, seen=seen)
    if asked.failures:
        await lift_flag(conn, address, asked.address, "unproven")
        await end_alarm(conn, await _failing(conn, asked), "unproven", are_new=asked.is_new)


async def _fail(conn: Connection, asked: Asked, *, seen: str | None, detail: str) -> None:
    """Note a failure. The third in a row flags the address, unless the gateway's others fail, too."""
    failures, is_flagged = asked.failures + 1, "unproven" in asked.flags
    await queries.add_evidence(conn, [asked.address_id], "call", is_good=False, seen=seen, detail=detail)
    if (
        failures >= TRIES
        and not is_flagged
        and await judge(conn, await _failing(conn, asked), asked, "unproven")
    ):
        is_flagged = True
    next_in = next_try_in(is_flagged=is_flagged)
    await queries.close_question(conn, asked.address_id, failures=failures, next_in=next_in)
    if failures < TRIES and not is_flagged:
        await queries.ask_for_others(conn, asked.gateway_id, lately=SECONDS_BETWEEN_TRIES, at_most=SAMPLE)


async def _failing(conn: Connection, asked: Asked) -> Failing:
    return await queries.count_failing(
        conn,
        asked.gateway_id,
        "unproven",
        are_new=asked.is_new,
        lately=LATELY_SECONDS,
        window=SECONDS_TOGETHER,
    )
