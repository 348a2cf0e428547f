"""Writes the status page as files when staff have said something."""

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.settings import Settings
from ieum.shop.status import service, tasks, writing


@job(tasks.WRITE, lock=tasks.WRITE)
async def write_files(settings: Settings, db: Database) -> None:
    """Write them where the settings say; nothing without a folder. What fails here, the timer of the host writes."""
    if settings.status_folder is None:
        return
    async with db.connection() as conn:
        status, around = await service.read_framed(conn, home=settings.public_url)
    writing.write(status, around, settings.status_folder, address=settings.status_page)
