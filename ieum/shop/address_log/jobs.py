"""The jobs that write the log every minute and check all of it once a night."""

from ieum.shop.address_log import checking, service
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.sealing import Sealer

MISFIT = "address_log_misfit"


@job("address_log.append", cron="* * * * *", lock="address_log.append")
async def append(db: Database, sealer: Sealer) -> None:
    await service.append(db, sealer)


# At ten to five in Seoul, after old records were destroyed.
@job("address_log.check", cron="50 19 * * *", lock="address_log.check")
async def check(db: Database, sealer: Sealer) -> None:
    # What happened while the worker was away is no misfit: it is written first, as every minute.
    await service.append(db, sealer)
    checked = await checking.check(db)
    if checked.misfit:
        reference = checking.place_of(checked.misfit)
        async with db.transaction() as conn:
            await raise_alarm(conn, MISFIT, reference=reference, detail=checked.misfit.what)
