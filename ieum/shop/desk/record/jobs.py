"""The job that checks the whole record once a night."""

from ieum.shop.desk.record import service
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job

MISFIT = "staff_record_misfit"


# At five to five in Seoul, after the log of fixed addresses.
@job("desk.check_record", cron="55 19 * * *", lock="desk.check_record")
async def check(db: Database) -> None:
    async with db.transaction() as conn:
        _, wrong = await service.find_break(conn)
        if wrong is not None:
            await raise_alarm(
                conn,
                MISFIT,
                reference=f"entry {wrong}",
                detail="이 기록이나 앞선 기록이 손으로 바뀌었습니다.",
            )
