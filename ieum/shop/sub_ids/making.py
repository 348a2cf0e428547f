"""Making of sub-ids: one by a form, or all of a file or none."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, Unauthenticated, refuse_wrong
from ieum.shop.kernel.limits import count_request, member_key
from ieum.shop.members import queries as members
from ieum.shop.members import sub_id_queries
from ieum.shop.members.rules import LOGIN_ID, login_id_hashes
from ieum.shop.members.types import MemberId, NewSubId
from ieum.shop.sub_ids import links, queries, rules
from ieum.shop.sub_ids.refusals import TooManySubIds, TooManySubIdsToday
from ieum.shop.sub_ids.types import MadeSubId, SubIdForm

TAKEN = "이미 사용 중인 아이디입니다."
DAY_SECONDS = 86_400


async def make(db: Database, owner: MemberId, form: SubIdForm, *, key: str, public_url: str) -> MadeSubId:
    """Make a sub-id with the link by which it chooses its password.

    Raises InvalidFields, TooManySubIds, TooManyRequests.
    """
    new, wrong = rules.check(form, datetime.now(UTC))
    refuse_wrong(wrong)
    await _count_tries(db, owner, "sub-id", most=rules.TRIES_A_MINUTE)
    taken = Field("loginId", "taken", TAKEN)
    async with db.transaction() as conn:
        return (await _make_all(conn, owner, [(new, taken)], key=key, public_url=public_url))[0]


async def make_from_file(
    db: Database, owner: MemberId, text: str, *, key: str, public_url: str
) -> list[MadeSubId]:
    """Make all sub-ids of a file, or none: each line that is wrong is named.

    Raises InvalidFields, TooManySubIds, TooManyRequests.
    """
    await _count_tries(db, owner, "sub-id-file", most=rules.FILES_A_MINUTE)
    async with db.transaction() as conn:
        return await _make_those_of_file(conn, owner, text, key=key, public_url=public_url)


async def _count_tries(db: Database, owner: MemberId, what: str, *, most: int) -> None:
    """Count tries. Making sub-ids shows which ids are taken, anybody's: it must be as slow as by the sign-up form."""
    async with db.connection() as conn:
        await count_request(conn, what, who=member_key(owner), most=most)


async def _make_those_of_file(
    conn: Connection, owner: MemberId, text: str, *, key: str, public_url: str
) -> list[MadeSubId]:
    lines, wrong = rules.read_file(text, datetime.now(UTC))
    taken = {
        number: Field(f"lines[{number}].loginId", "taken", f"{number}번째 줄: {TAKEN}") for number in lines
    }
    if wrong:
        # With what only the database knows, so that a file is mended in one go.
        hashes = {
            one.login_id: login_id_hashes(one.login_id, key=key)
            for one in lines.values()
            if LOGIN_ID.fullmatch(one.login_id)
        }
        in_use = set(await sub_id_queries.list_taken(conn, hashes))
        for number, one in lines.items():
            if one.login_id in in_use:
                wrong.setdefault(number, []).append(taken[number])
        refuse_wrong([field for _, fields in sorted(wrong.items()) for field in fields])
    new = [(one, taken[number]) for number, one in lines.items()]
    return await _make_all(conn, owner, new, key=key, public_url=public_url)


async def _make_all(
    conn: Connection, owner: MemberId, new: Sequence[tuple[NewSubId, Field]], *, key: str, public_url: str
) -> list[MadeSubId]:
    """Make all or none; each comes with the refusal of its id where that is taken."""
    if await members.lock_member(conn, owner) is None:
        # They have just left.
        raise Unauthenticated
    counts = await sub_id_queries.count(conn, owner)
    if counts.in_use + len(new) > counts.limit:
        raise TooManySubIds(counts.limit, counts.in_use)
    if counts.made_today + len(new) > counts.limit + rules.SPARE_A_DAY:
        raise TooManySubIdsToday(retry_after=DAY_SECONDS)
    hashes = {one.login_id: login_id_hashes(one.login_id, key=key) for one, _ in new}
    taken = set(await sub_id_queries.list_taken(conn, hashes))
    refuse_wrong([refusal for one, refusal in new if one.login_id in taken])
    made: dict[str, MadeSubId] = {}
    # In the order of their ids, so that two files with the same ones do not wait for each other in a circle.
    for one, refusal in sorted(new, key=lambda pair: pair[0].login_id):
        added = await sub_id_queries.insert(conn, owner, one, login_id_hashes=hashes[one.login_id])
        if added is None:
            # Somebody took it in this moment; what was made so far is undone with the transaction.
            raise InvalidFields(refusal)
        await queries.insert_event(conn, added, "created")
        link = await links.make(conn, added, resets_factors=False, public_url=public_url)
        made[one.login_id] = MadeSubId(added, one.login_id, one.name, link)
    return [made[one.login_id] for one, _ in new]
