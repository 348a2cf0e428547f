"""Members who come from another shop, many at a time. They have no password that anybody knows."""

import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.members import queries
from ieum.shop.members.passwords import HASHER
from ieum.shop.members.types import MemberId


class Newcomer(msgspec.Struct):
    login_id: str
    # In hexadecimal digits.
    login_id_hash: str
    name: str
    email: str
    phone: str
    joined_at: datetime | None
    sms_at: datetime | None
    mail_at: datetime | None


class Added(msgspec.Struct):
    id: MemberId
    login_id: str


class Answered(msgspec.Struct):
    """A member's answer to advertising by one medium, with its time; None if they did not agree."""

    member: MemberId
    document: str
    at: datetime | None


class OptIns(msgspec.Struct):
    sms: bool
    email: bool


def password_of_nobody() -> str:
    """The hash of a password that is forgotten at once: a login with any password is refused, and takes as long."""
    return HASHER.hash(secrets.token_urlsafe(32))


async def list_taken(conn: Connection, login_ids: Sequence[str], hashes: Sequence[bytes]) -> list[str]:
    """List the ids that a member has, or had and left. Each id is given with its hash, in equal order."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT DISTINCT n.login_id FROM unnest(%(login_ids)s::text[], %(hashes)s::bytea[]) AS n (login_id, hash)
         WHERE EXISTS (SELECT FROM members m WHERE m.login_id = n.login_id)
            OR EXISTS (SELECT FROM members m WHERE m.login_id_hash = n.hash)
         ORDER BY n.login_id
        """,
        login_ids=list(login_ids),
        hashes=list(hashes),
    )


async def insert(conn: Connection, newcomers: Sequence[Newcomer], *, password_hash: str) -> list[Added]:
    """Leaves out whose id was taken meanwhile. Advertising that they had agreed to is recorded with its own day."""
    added = await fetch_all(
        conn,
        Added,
        """
        INSERT INTO members (login_id, login_id_hash, password_hash, name, email, phone, joined_at, sms_opt_in,
                             mail_opt_in)
        SELECT n.login_id, decode(n.login_id_hash, 'hex'), %(password)s, n.name, n.email, n.phone,
               coalesce(n.joined_at, now()), n.sms_at IS NOT NULL, n.mail_at IS NOT NULL
          FROM json_to_recordset(%(newcomers)s::json)
               AS n (login_id text, login_id_hash text, name text, email text, phone text, joined_at timestamptz,
                     sms_at timestamptz, mail_at timestamptz)
         ORDER BY n.login_id
        ON CONFLICT DO NOTHING
        RETURNING id, login_id
        """,
        newcomers=msgspec.json.encode(newcomers).decode(),
        password=password_hash,
    )
    by_id = {one.login_id: one for one in newcomers}
    await _note_consents(
        conn,
        [
            Answered(one.id, document, at)
            for one in added
            for document, at in (("sms", by_id[one.login_id].sms_at), ("email", by_id[one.login_id].mail_at))
            if at is not None
        ],
    )
    return added


async def correct(conn: Connection, member: MemberId, newcomer: Newcomer) -> bool:
    """Write the member anew who has come under this login id; False where theirs is another.

    A consent to advertising that was withdrawn at the other shop ends here, too.
    """
    before = await fetch_optional(
        conn,
        OptIns,
        """
        SELECT sms_opt_in AS sms, mail_opt_in AS email FROM members
         WHERE id = %(member)s AND login_id = %(login_id)s FOR UPDATE
        """,
        member=member,
        login_id=newcomer.login_id,
    )
    if before is None:
        return False
    sms, mail = newcomer.sms_at, newcomer.mail_at
    await queries.update_member(
        conn,
        member,
        name=newcomer.name,
        email=newcomer.email,
        phone=newcomer.phone,
        sms_opt_in=sms is not None,
        mail_opt_in=mail is not None,
    )
    changed = [("sms", sms, before.sms), ("email", mail, before.email)]
    await _note_consents(
        conn, [Answered(member, name, at) for name, at, was in changed if (at is not None) != was]
    )
    return True


async def _note_consents(conn: Connection, answers: Sequence[Answered]) -> None:
    await execute(
        conn,
        """
        INSERT INTO consents (member_id, document_key, version, agreed, recorded_at, channel)
        SELECT a.member, a.document, 'moved-in', a.at IS NOT NULL, coalesce(a.at, now()), 'moved_in'
          FROM json_to_recordset(%(answers)s::json) AS a (member bigint, document text, at timestamptz)
         ORDER BY a.member, a.document
        """,
        answers=msgspec.json.encode(answers).decode(),
    )
