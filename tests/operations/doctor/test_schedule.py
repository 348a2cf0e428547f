from collections.abc import Mapping
from typing import Any, cast

from procrastinate.periodic import PeriodicTask

from ieum.operations.doctor.schedule import CRONS
from ieum.shop.server.worker import app


def test_the_doctor_knows_when_the_clock_queues_each_job() -> None:
    """Add a job with a `cron` to `schedule.py`; the doctor does not load the worker, which would take a second."""
    registered = cast("Mapping[Any, PeriodicTask[Any, Any, Any]]", app.periodic_registry.periodic_tasks)
    declared = {periodic.task.name: periodic.cron for periodic in registered.values()}

    assert len(declared) > 60
    assert declared == CRONS
    assert list(CRONS) == sorted(CRONS)
