"""The job that seals for their rows what is sealed in the form before."""

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.server import binding


@job("server.bind_seals", cron="*/5 * * * *", lock="bind_seals")
async def bind_seals(db: Database, sealer: Sealer) -> None:
    await binding.bind(db, sealer)
