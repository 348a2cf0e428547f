"""The shop on two boxes loses its primary, and nobody loses anything: the short form of `make chaos`."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.chaos.boxes import why_not
from tests.chaos.copies import Copies
from tests.chaos.fault import Fault
from tests.chaos.faults import primary_box_without_power, standby_postgres_frozen
from tests.chaos.ledger import longest_gap
from tests.chaos.run import run
from tests.chaos.world import World

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(600)]

# On a machine of its own the shop is back after 22 seconds. The tests' machine has two cores for three machines.
BACK_WITHIN = 60.0
# Asked five times a second, on the same machine.
TUNNEL_NOTICES_NOTHING = 5.0
SYNCHRONOUS = 'ieum_standbys{sync="sync"}'


@pytest.fixture
def world() -> Generator[World]:
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    # Not pytest's folder: whoever runs pytest next closes that to the database's own user.
    with TemporaryDirectory(prefix="ieum-chaos-") as folder, World(Path(folder)) as world:
        yield world


def test_what_was_confirmed_is_there_once_after_the_primary_lost_its_power_and_the_next_one_its_standby(
    world: World,
) -> None:
    copies = Copies(world)
    copies.begin()
    with_standby: list[float] = []

    @contextmanager
    def standby_frozen(world: World) -> Generator[None]:
        with_standby.append(world.figure(SYNCHRONOUS))
        with standby_postgres_frozen(world):
            yield
            with_standby.append(world.figure(SYNCHRONOUS))

    with world.clients():
        lost_power = run(world, Fault(name="power", act=primary_box_without_power, seconds=24))
        slow = run(world, Fault(name="standby", act=standby_frozen, seconds=15))

    verdict, entries = world.verdict(), world.entries()
    assert verdict.is_clean, verdict
    books, came_back, timeline = copies.restore_to_now(world.outside.folder / "restored")
    assert came_back == books
    # Once with each primary, and then its own.
    assert timeline > 2
    for fault in (lost_power, slow):
        gaps = {
            kind: longest_gap(entries, kind, fault.begin, fault.end) for kind in ("read", "paid", "rotated")
        }
        assert max(gaps.values()) < BACK_WITHIN, (fault.fault.name, gaps)
    # The alert StandbyLost, that one box alone has everything, is made of this.
    assert with_standby == [1, 0]
    carried = longest_gap(entries, "carried", lost_power.begin, slow.end)
    assert carried < TUNNEL_NOTICES_NOTHING
    # What stood still went on, and both boxes were used: else this would have proven nothing.
    assert sum(one["kind"] == "paid" and one["at"] > lost_power.end for one in entries) > 0
    assert "the database's primary is now" in "".join(box.machine.log("serve") for box in world.cluster.boxes)
