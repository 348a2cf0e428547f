"""Presses of changes that call a provider or gateways, before their transaction or after it."""

from contextlib import AbstractAsyncContextManager, nullcontext

from ieum.shop.desk import presses, pressing
from ieum.shop.desk.acting import Actor
from ieum.shop.desk.approvals.types import Asked
from ieum.shop.desk.change_types import ChangeMade, ChangePress
from ieum.shop.desk.changes import AnyChange, Outside, Pressed
from ieum.shop.kernel.errors import ShopError


async def press(actor: Actor, outside: Outside, change: AnyChange, form: ChangePress) -> ChangeMade | Asked:
    """Make what was shown, as `pressing.press` does, with `before_lock` around it and `after_commit` after it.

    A press that is refused because its key has been pressed meanwhile is answered like the first one.
    Raises what `pressing.press` and both hooks raise.
    """
    target, wish = pressing.read(change, form)
    try:
        async with _surrounding(outside, change, target, wish) as ready, actor.transaction() as act:
            made = await pressing.press(act, change, form, ready=ready)
    except ShopError:
        async with outside.db.connection() as conn:
            before = await presses.find(
                conn, actor.staff.id, presses.press(form.key, change.name, target, wish)
            )
            if before is None:
                raise
            made = await pressing.answered(conn, before)
    if change.after_commit is None or isinstance(made, Asked):
        return made
    pressed = Pressed(target=target, wish=wish, answer=made.made)
    return ChangeMade(made.made | await change.after_commit(outside, pressed))


def _surrounding(
    outside: Outside, change: AnyChange, target: object, wish: object
) -> AbstractAsyncContextManager[object]:
    return nullcontext() if change.before_lock is None else change.before_lock(outside, target, wish)
