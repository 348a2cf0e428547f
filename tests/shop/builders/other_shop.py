"""The files of another shop, as `ieum import` gets them."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from ieum.common.progress import QUIET
from ieum.shop.kernel.db import Connection, Database, execute, fetch_one
from ieum.shop.moving_in import service
from ieum.shop.moving_in.cells import today
from ieum.shop.moving_in.types import Counts
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.secrets import KEY

HEADS = {
    "members": "번호,아이디,이름,이메일,휴대폰,가입일,문자수신동의일,메일수신동의일",
    "services": "번호,회원번호,상품,IP,시작일,만료일",
    "points": "번호,회원번호,포인트,사유,소멸일",
    "plans": "이전상품,상품코드",
}
HONG = "M1,hong_gd,홍길동,hong@example.com,010-1234-5678,2024-03-02,2026-05-01,"
KIM = "M2,kim_ieum,김이음,kim@example.com,01087654321,,,"
# clock: a day that an import takes, whenever it runs.
LAST = today() + timedelta(days=200)
SERVICE = f"S1,M1,KT고정,{{address}},2026-01-01,{LAST}"
POINTS = 'P1,M1,"12,000",구매 적립,'


class OtherShop:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told = list[str]()

    def write(self, **files: Sequence[str]) -> None:
        for name, lines in files.items():
            text = "\n".join([HEADS[name], *lines]) + "\n"
            (self.folder / f"{name}.csv").write_text(text, encoding="utf-8")

    async def move(
        self,
        db: Database,
        *,
        dry_run: bool = False,
        skip_wrong: bool = False,
        update: bool = False,
        key: str = KEY,
        came_from: str | None = None,
    ) -> Counts:
        self.told.clear()
        options = service.Options(
            self.folder,
            key,
            "root@test",
            dry_run=dry_run,
            skip_wrong=skip_wrong,
            update=update,
            came_from=came_from,
        )
        return await service.run(db, options, self.told.append, QUIET)


async def a_plan_for_moving(conn: Connection) -> tuple[int, str, list[str]]:
    """A plan with its code and the free addresses of its pool."""
    plan = await a_plan(conn)
    code = await fetch_one(conn, str, "SELECT code FROM plans WHERE id = %(plan)s", plan=plan)
    addresses = await fetch_one(
        conn,
        list[str],
        """
        SELECT array_agg(host(e.address) ORDER BY e.id) FROM exit_addresses e JOIN plans p USING (pool_id)
         WHERE p.id = %(plan)s AND e.usable_at <= now()
        """,
        plan=plan,
    )
    return plan, code, addresses


async def a_moved_service(conn: Connection, db: Database, folder: Path) -> tuple[int, int, str]:
    """A member and a service that have come from another shop, and the service's order."""
    _, code, addresses = await a_plan_for_moving(conn)
    shop = OtherShop(folder)
    shop.write(members=[HONG], services=[SERVICE.format(address=addresses[0])], plans=[f"KT고정,{code}"])
    await shop.move(db)
    row = await conn.execute("SELECT member_id, id, order_id FROM services ORDER BY id DESC LIMIT 1")
    found = await row.fetchone()
    assert found is not None
    return found[0], found[1], found[2]


async def let_in(conn: Connection, member: int, password_hash: str) -> None:
    await execute(
        conn, "UPDATE members SET password_hash = %(hash)s WHERE id = %(id)s", hash=password_hash, id=member
    )
