"""Faults of a machine that lacks something: disks that are full, clocks that are wrong."""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

import psycopg

from tests.chaos.boxes import Box
from tests.chaos.fault import Act
from tests.chaos.machines import Machine
from tests.chaos.world import World

HOUR = 3600


def disk_full(which: Callable[[World], list[Box]]) -> Act:
    """Of the database and of etcd. The database's log is begun anew until there is no room for the next piece."""

    @contextmanager
    def act(world: World) -> Generator[None]:
        boxes = which(world)
        for box in boxes:
            assert box.disk is not None
            box.disk.fill()
        with suppress(psycopg.Error), world.cluster.as_admin() as conn:
            conn.execute("SET statement_timeout = '5s'")
            for _ in range(80):
                conn.execute("SELECT pg_logical_emit_message(false, 'chaos', ''), pg_switch_wal()")
        # What recycling has given back meanwhile.
        for box in boxes:
            assert box.disk is not None
            box.disk.fill()
        yield
        for box in boxes:
            assert box.disk is not None
            box.disk.clear()
        world.start_what_ended()

    return act


def clock_put(which: Callable[[World], Machine], seconds: int) -> Act:
    """Of every program but etcd: in one step, and back in one step."""

    @contextmanager
    def act(world: World) -> Generator[None]:
        clock = which(world).clock
        assert clock is not None
        clock.put(seconds)
        yield
        clock.put(0)

    return act
