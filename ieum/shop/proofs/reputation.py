"""Looks up what others think of exit addresses, once a day, and flags those that customers would suffer from."""

import asyncio
import random

from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.proofs import queries, reputation_queries, service
from ieum.shop.proofs.block_lists import ReputationSources
from ieum.shop.proofs.rules import SECONDS_TOGETHER, next_proof_in
from ieum.shop.proofs.types import Failing, Finding, Watched
from ieum.shop.stock import queries as stock

# A minute: 20,000 new addresses are through in less than two hours.
AT_ONCE = 200
ASKING_AT_ONCE = 20
# After which an address is looked up again for which an answer is missing.
MISSING_SECONDS = 10 * 60

# What counts as looked up together. Others of a gateway are looked up before a new finding counts, and then it again.
LATELY_SECONDS = 15 * 60
AFTER_OTHERS_SECONDS = 60

UNUSABLE = "block_list_unusable"


async def look_up_due(db: Database, sources: ReputationSources) -> None:
    """Look up the addresses that are due, without a connection, and note what was found.

    A list that does not answer as lists do is left out and reported: many have ended, and some list everything since.
    """
    async with db.connection() as conn:
        due = await reputation_queries.list_watched(conn, limit=AT_ONCE)
    if not due:
        return
    usable = await _usable_lists(db, sources)
    asking = asyncio.Semaphore(ASKING_AT_ONCE)

    async def find(one: Watched) -> tuple[list[Finding], str] | None:
        async with asking:
            return await _find(sources, usable, one)

    found = await asyncio.gather(*(find(one) for one in due))
    for one, findings in zip(due, found, strict=True):
        await _note(db, one, findings)
    for one, findings in zip(due, found, strict=True):
        if findings is not None:
            await _flag(db, one, findings[0])


async def _usable_lists(db: Database, sources: ReputationSources) -> list[str]:
    lists = sources.block_lists
    works = {name: await lists.works(name) for name in lists.names}
    async with db.transaction() as conn:
        for name, does in works.items():
            if does:
                await alarms.clear_about(conn, UNUSABLE, reference=name, by="shop")
            else:
                detail = f"{name}의 대답이 차단 목록답지 않습니다. 그동안 묻지 않습니다."
                await alarms.raise_alarm(conn, UNUSABLE, reference=name, detail=detail)
    return [name for name, does in works.items() if does]


async def _find(
    sources: ReputationSources, lists: list[str], one: Watched
) -> tuple[list[Finding], str] | None:
    """Find what is wrong with an address, and in words; None if an answer is missing."""
    found: list[Finding] = []
    details: list[str] = []
    answers = {name: await sources.block_lists.has(name, one.address) for name in lists}
    if None in answers.values():
        return None
    if listed := [name for name, has in answers.items() if has]:
        found.append("listed")
        details.append(f"listed by {', '.join(listed)}")
    carrier = sources.networks.carrier_of(one.address)
    if carrier is not None and carrier != one.carrier:
        found.append("other_carrier")
        details.append(f"in a network of {carrier}")
    return found, "; ".join(details) or f"{len(lists)} lists asked, carrier {carrier or 'unknown'}"


async def _note(db: Database, one: Watched, found: tuple[list[Finding], str] | None) -> None:
    chance = random.random()  # noqa: S311 - spreads load, hides nothing
    async with db.transaction() as conn:
        if found is None:
            await reputation_queries.put_off_look_up(conn, one.address_id, seconds=MISSING_SECONDS)
            return
        findings, detail = found
        await reputation_queries.note_look_up(
            conn, one.address_id, findings, next_in=next_proof_in(chance=chance)
        )
        await queries.add_evidence(conn, [one.address_id], "reputation", is_good=not findings, detail=detail)
        if not findings:
            await stock.note_cleared(conn, [one.address_id])
        for gone in set(one.findings).difference(findings):
            await service.lift_flag(conn, one.address_id, one.address, gone)
            await service.end_alarm(conn, await _failing(conn, one, gone), gone, are_new=one.is_new)


async def _flag(db: Database, one: Watched, findings: list[Finding]) -> None:
    """Flag an address for what was found. Each finding in a transaction of its own, which locks in one order."""
    for finding in set(findings).difference(one.flags):
        async with db.transaction() as conn:
            if finding in one.findings or not await _look_up_others(conn, one):
                await service.judge(conn, await _failing(conn, one, finding), one, finding)


async def _look_up_others(conn: Connection, one: Watched) -> bool:
    """Have others of its gateway looked up first if something is new of an address; False if there are none.

    Else a list that takes in the whole network would flag them one by one, and mail everybody who has one. An address
    that was never sold need not wait for them.
    """
    if one.is_new or not await reputation_queries.look_up_others(
        conn, one.gateway_id, lately=LATELY_SECONDS, at_most=service.SAMPLE
    ):
        return False
    await reputation_queries.put_off_look_up(conn, one.address_id, seconds=AFTER_OTHERS_SECONDS)
    return True


async def _failing(conn: Connection, one: Watched, finding: Finding) -> Failing:
    return await queries.count_failing(
        conn,
        one.gateway_id,
        finding,
        are_new=one.is_new,
        lately=LATELY_SECONDS,
        window=SECONDS_TOGETHER,
    )
