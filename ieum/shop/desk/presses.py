"""Presses that give or move something of value (points, tickets, days, money): each counts once by its key.

Whoever presses makes the key. A press that is sent again, because its answer was lost or the button was hit twice, is
answered as the first one and changes nothing.
"""

from hashlib import sha256
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from psycopg.types.json import Jsonb

from ieum.shop.desk.acting import Act
from ieum.shop.desk.types import Facts, StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one, fetch_optional
from ieum.shop.kernel.errors import ShopError

PressKey = Annotated[str, Meta(min_length=8, max_length=60, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]


class PressKeyUsed(ShopError):
    status = 409
    code = "press_key_used"
    title = "다른 일에 이미 쓴 키입니다"
    detail = "같은 키로 다른 일을 이미 처리했습니다. 창을 닫고 다시 시도해 주세요."


class Press(msgspec.Struct, frozen=True):
    """A press of one person. `wish` is a hash of the action, its object and its amounts."""

    key: str
    wish: bytes


class _First(msgspec.Struct):
    is_same: bool
    made: Facts


def press(key: str, action: str, *wish: object) -> Press:
    return Press(key, sha256(msgspec.json.encode([action, *wish], order="sorted")).digest())


async def begin(act: Act, pressed: Press) -> Facts | None:
    """Claim the key in this transaction: None for a first press, and what the first one made for a second.

    A press with this key that is under way is waited for. Call it before anything is locked or looked at.
    Raises PressKeyUsed.
    """
    is_first = await any_row(
        act.conn,
        """
        INSERT INTO staff_presses (staff_id, key, wish) VALUES (%(staff)s, %(key)s, %(wish)s)
        ON CONFLICT DO NOTHING RETURNING 1
        """,
        staff=act.staff.id,
        key=pressed.key,
        wish=pressed.wish,
    )
    if is_first:
        return None
    first = await fetch_one(
        act.conn,
        _First,
        """
        SELECT wish = %(wish)s AS is_same, made FROM staff_presses WHERE staff_id = %(staff)s AND key = %(key)s
        """,
        staff=act.staff.id,
        key=pressed.key,
        wish=pressed.wish,
    )
    if not first.is_same:
        raise PressKeyUsed
    act.nothing_changed()
    return first.made


async def end(act: Act, pressed: Press, made: Facts) -> None:
    """Note ids of what the press has made, for whoever presses again."""
    await execute(
        act.conn,
        "UPDATE staff_presses SET made = %(made)s WHERE staff_id = %(staff)s AND key = %(key)s",
        staff=act.staff.id,
        key=pressed.key,
        made=Jsonb(made),
    )


async def find(conn: Connection, staff: StaffId, pressed: Press) -> Facts | None:
    """Finds what an earlier press with this key has made; None if no press has ended."""
    return await fetch_optional(
        conn,
        dict[str, Any],
        """
        SELECT made FROM staff_presses WHERE staff_id = %(staff)s AND key = %(key)s AND wish = %(wish)s
        """,
        staff=staff,
        key=pressed.key,
        wish=pressed.wish,
    )


async def delete_old(conn: Connection) -> None:
    await execute(conn, "DELETE FROM staff_presses WHERE pressed_at < now() - interval '30 days'")
