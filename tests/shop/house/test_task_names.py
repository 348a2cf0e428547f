"""Names of jobs: what is queued under one finds its task."""

import re
from pathlib import Path

from ieum.shop.kernel.queue import app
from ieum.shop.server.worker import JOBS

SHOP = Path(__file__).parents[3] / "ieum" / "shop"


def test_no_module_of_jobs_is_listed_twice() -> None:
    assert len(JOBS) == len({job.__name__ for job in JOBS})


def test_every_name_that_is_queued_belongs_to_a_task() -> None:
    """A job is queued by its name alone, so nothing else would notice a wrong one."""
    queued = {
        name
        for path in SHOP.rglob("tasks.py")
        for name in re.findall(r'= "([a-z_]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))
    }

    assert queued
    assert {name for name in queued if name not in app.tasks} == set()
