"""SQL on the logins of sub-ids: rows of `members` that have an owner (docs/decisions/0092).

A row is locked before its links, grants, services and devices. Each change of it that withholds the login waits for a
login that is just beginning, or comes before it (`queries.insert_session`).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId, NewSubId, SubIdCounts, SubIdLogin


async def count(conn: Connection, owner: MemberId) -> SubIdCounts:
    """Count an owner's sub-ids, in a statement after the one that locked the owner."""
    return await fetch_one(
        conn,
        SubIdCounts,
        """
        SELECT count(*) FILTER (WHERE removed_at IS NULL) AS in_use,
               count(*) FILTER (WHERE joined_at > now() - interval '1 day') AS made_today,
               (SELECT sub_id_limit FROM site_config) AS limit
          FROM members WHERE owner_id = %(owner)s
        """,
        owner=owner,
    )


async def list_taken(conn: Connection, hashes: Mapping[str, Sequence[bytes]]) -> list[str]:
    """List which of these ids, each with its hashes, somebody has or had."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT n.login_id
          FROM (SELECT login_id, array_agg(hash) AS hashes
                  FROM unnest(%(login_ids)s::text[], %(hashes)s::bytea[]) AS t (login_id, hash) GROUP BY 1) n
         WHERE EXISTS (SELECT FROM members m WHERE m.login_id = n.login_id OR m.login_id_hash = ANY (n.hashes))
         ORDER BY 1
        """,
        login_ids=[login_id for login_id, those in hashes.items() for _ in those],
        hashes=[one for those in hashes.values() for one in those],
    )


async def insert(
    conn: Connection, owner: MemberId, new: NewSubId, *, login_id_hashes: Sequence[bytes]
) -> MemberId | None:
    """None where the id is taken, or was, by a member or a sub-id."""
    return await fetch_optional(
        conn,
        MemberId,
        """
        INSERT INTO members (owner_id, login_id, login_id_hash, name, access_ends_at)
        SELECT %(owner)s, %(login_id)s, %(login_id_hash)s, %(name)s, %(ends_at)s
         WHERE NOT EXISTS (SELECT FROM members WHERE login_id_hash = ANY (%(hashes)s))
        ON CONFLICT DO NOTHING
        RETURNING id
        """,
        owner=owner,
        login_id=new.login_id,
        login_id_hash=login_id_hashes[0],
        hashes=list(login_id_hashes),
        name=new.name,
        ends_at=new.ends_at,
    )


async def lock(conn: Connection, owner: MemberId, sub_id: int) -> SubIdLogin | None:
    """Lock a sub-id of this owner's; None where there is none such, or it was removed."""
    return await fetch_optional(
        conn,
        SubIdLogin,
        """
        SELECT id, owner_id, login_id, name, password_hash IS NOT NULL AS has_password,
               suspended_at IS NOT NULL AS is_suspended, access_ends_at AS ends_at,
               coalesce(access_ends_at <= now(), false) AS is_over
          FROM members
         WHERE id = %(sub_id)s AND owner_id = %(owner)s AND removed_at IS NULL AND left_at IS NULL
           FOR NO KEY UPDATE
        """,
        owner=owner,
        sub_id=sub_id,
    )


async def rename(conn: Connection, sub_id: MemberId, name: str) -> None:
    await execute(conn, "UPDATE members SET name = %(name)s WHERE id = %(sub_id)s", sub_id=sub_id, name=name)


async def set_end(conn: Connection, sub_id: MemberId, ends_at: datetime | None) -> None:
    """Sessions end with it; those that began under an earlier end keep that."""
    await execute(
        conn,
        """
        WITH sessions AS (
            UPDATE login_sessions SET expires_at = least(expires_at, %(ends_at)s)
             WHERE member_id = %(sub_id)s AND ended_at IS NULL
        )
        UPDATE members SET access_ends_at = %(ends_at)s WHERE id = %(sub_id)s
        """,
        sub_id=sub_id,
        ends_at=ends_at,
    )


async def suspend(conn: Connection, sub_id: MemberId) -> None:
    """The caller ends its sessions afterwards, in a statement of its own, which sees those that have just begun."""
    await execute(conn, "UPDATE members SET suspended_at = now() WHERE id = %(sub_id)s", sub_id=sub_id)


async def resume(conn: Connection, sub_id: MemberId) -> None:
    await execute(conn, "UPDATE members SET suspended_at = NULL WHERE id = %(sub_id)s", sub_id=sub_id)


async def set_password(conn: Connection, sub_id: MemberId, password_hash: str) -> None:
    await execute(
        conn,
        "UPDATE members SET password_hash = %(password_hash)s WHERE id = %(sub_id)s",
        sub_id=sub_id,
        password_hash=password_hash,
    )


async def remove(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """Let nobody log in with them again. Their ids and names stay for as long as the record of their use."""
    await execute(
        conn,
        """
        UPDATE members SET removed_at = now(), password_hash = NULL, suspended_at = NULL
         WHERE id = ANY(%(sub_ids)s) AND removed_at IS NULL
        """,
        sub_ids=list(sub_ids),
    )


async def end_sessions(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """End every session of these sub-ids; whoever looks as one of them is back in their own pages."""
    await execute(
        conn,
        """
        WITH acting AS (UPDATE login_sessions SET acts_as = NULL WHERE acts_as = ANY(%(sub_ids)s))
        UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'
         WHERE member_id = ANY(%(sub_ids)s) AND ended_at IS NULL AND expires_at > now()
        """,
        sub_ids=list(sub_ids),
    )


async def end_acting(conn: Connection, sub_id: MemberId) -> None:
    """Send owners who look as this sub-id back to their own pages."""
    await execute(conn, "UPDATE login_sessions SET acts_as = NULL WHERE acts_as = %(sub_id)s", sub_id=sub_id)


async def list_of(conn: Connection, owner: MemberId) -> list[MemberId]:
    """List every sub-id that an owner still has or whose name is still kept."""
    return await fetch_all(
        conn,
        MemberId,
        "SELECT id FROM members WHERE owner_id = %(owner)s AND left_at IS NULL ORDER BY id",
        owner=owner,
    )


async def list_destroyable(conn: Connection, *, limit: int) -> list[MemberId]:
    """List removed sub-ids of whose use there can be no record any more."""
    return await fetch_all(
        conn,
        MemberId,
        """
        SELECT m.id
          FROM members m CROSS JOIN site_config c
         WHERE m.removed_at < now() - make_interval(months => greatest(c.session_months, c.usage_months) + 1)
           AND m.left_at IS NULL
         ORDER BY m.removed_at, m.id LIMIT %(limit)s
           FOR UPDATE OF m SKIP LOCKED
        """,
        limit=limit,
    )


async def destroy(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """Empty the rows and keep their numbers, as of members who leave; a hash keeps their ids from being given again."""
    await execute(
        conn,
        """
        WITH sessions AS (UPDATE login_sessions SET user_agent = '' WHERE member_id = ANY(%(sub_ids)s))
        UPDATE members
           SET left_at = now(), removed_at = coalesce(removed_at, now()), login_id = NULL, password_hash = NULL,
               name = NULL
         WHERE id = ANY(%(sub_ids)s) AND left_at IS NULL
        """,
        sub_ids=list(sub_ids),
    )
