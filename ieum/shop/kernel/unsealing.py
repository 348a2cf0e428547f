"""Opens what rows hold sealed: bound to its place, or of the form before while the shop may still have some of that."""

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database, any_row
from ieum.shop.kernel.sealing import Place, SealBrokenError, Sealer, SealMovedError, is_unbound


async def unseal(conn: Connection, sealer: Sealer, sealed: bytes, *, of: Place) -> str:
    """Open sealed values. Raises SealBrokenError and SealMovedError."""
    if is_unbound(sealed) and await may_be_unbound(conn, of.column):
        return sealer.open_unbound(sealed)
    return sealer.open(sealed, of=of)


async def may_be_unbound(conn: Connection, column: str) -> bool:
    """Return whether values of the form before have not all been sealed anew yet."""
    return await any_row(conn, "SELECT FROM unbound_seals WHERE sealed_column = %(column)s", column=column)


async def unseal_or_alarm(
    db: Database, sealer: Sealer, sealed: bytes, *, of: Place, reference: str, what: str
) -> str | None:
    """Open a sealed value; None, with an alarm, if it does not open. `what` it is, with its particle, for staff."""
    async with db.connection() as conn:
        try:
            return await unseal(conn, sealer, sealed, of=of)
        except SealMovedError:
            kind = "seal_moved"
            detail = f"{what} 다른 곳에서 옮겨 왔거나 저장된 뒤에 바뀌었습니다. 사용하지 않았습니다."
        except SealBrokenError:
            kind = "seal_broken"
            detail = f"{what} 설정에 있는 어느 봉인 키로도 열리지 않습니다. 예전 키를 되돌려 주세요."
    async with db.transaction() as conn:
        await raise_alarm(conn, kind, reference=reference, detail=detail)
    return None
