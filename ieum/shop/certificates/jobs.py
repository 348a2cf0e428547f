"""The job that signs certificates anew that are not true any more."""

from ieum.shop.certificates import service
from ieum.shop.certificates.service import Signer
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings


# Whoever asks for one has it brought up to date at once. This keeps the list true, and sees what ends before the
# records of it do.
@job("certificates.bring_up_to_date", cron="*/5 * * * *", lock="certificates.bring_up_to_date")
async def bring_up_to_date(db: Database, sealer: Sealer, settings: Settings) -> None:
    await service.bring_outdated(db, Signer(sealer, settings.public_url))
