"""Changes as wishes that a second person confirms."""

from functools import partial
from typing import Any

from ieum.shop.desk import pressing
from ieum.shop.desk.acting import Act
from ieum.shop.desk.approvals.types import Action, World
from ieum.shop.desk.change_types import Wished
from ieum.shop.desk.changes import AnyChange, Case
from ieum.shop.desk.types import Facts, Preview
from ieum.shop.desk.wishes import read_wish, read_wished
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError


def action_of(change: AnyChange) -> Action[Wished]:
    """The change as a wish that waits: locked, looked at and made like a press, and what it stored may be dropped."""
    freeze = change.freeze

    async def hold(conn: Connection, wished: Wished) -> None:
        await pressing.lock(conn, change, *read_wished(change, wished))
        if freeze is not None:
            await freeze.lock(conn, wished.stored)

    async def see(conn: Connection, wished: Wished) -> tuple[Any, Preview]:
        return await pressing.look_again(conn, change, wished)

    async def carry_out(act: Act, wished: Wished, sheet: Any, world: World) -> Facts | None:
        target, wish = read_wished(change, wished)
        pressing.refuse_lacking(change, sheet, wish, world.asker, act.staff)
        case = Case(
            target=target,
            sheet=sheet,
            wish=wish,
            key=wished.key,
            by=act.staff.id,
            by_name=act.staff.name,
            asked_by=world.asked_by,
            reason=world.reason,
            stored=wished.stored,
            settings=world.settings,
            approval=act.approval,
            session=act.staff.session_id,
            noted_as=act.by,
            address=act.address,
            alone=act.alone,
        )
        return (await pressing.make(act, change, case)).answer or None

    async def drop(conn: Connection, wished: Wished) -> None:
        if freeze is not None:
            await freeze.drop(conn, wished.stored)

    def cannot_wait(wished: Wished) -> bool:
        if freeze is not None and freeze.cannot_wait(wished.stored):
            return True
        return change.cannot_wait(read_wish(change, wished.wish))

    return Action(
        name=change.name,
        label=change.label,
        permission=change.permission,
        params=Wished,
        lock=hold,
        look=see,
        carry_out=carry_out,
        drop=drop,
        cannot_wait=cannot_wait,
        is_readable=partial(_is_readable, change),
    )


def _is_readable(change: AnyChange, wished: Wished) -> bool:
    try:
        read_wished(change, wished)
    except ShopError:
        return False
    return True
