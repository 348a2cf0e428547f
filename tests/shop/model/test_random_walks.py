"""Buyers, sub-ids, changes, gateways, faults, crashes, restores, and time that passes, in any order: each won counts.

So does every ticket, nobody's address is anybody else's, and nobody is without theirs: that is asked after each step.

`IEUM_MODEL_STEPS` says how many steps; `make soak` takes many, and another way each time. One that was stopped goes on
from the seed that it printed last.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Generator

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase
from hypothesis.stateful import run_state_machine_as_test

from ieum.shop.checkout import charge_on_file
from ieum.shop.checkout import confirmation as payments
from ieum.shop.gateways import readiness
from ieum.shop.gateways import service as gateways
from ieum.shop.kernel.settings import Settings
from ieum.shop.pages.web_app import Site
from ieum.shop.subscriptions import methods
from tests.shop.model.buying import Buying
from tests.shop.model.changing import Changing
from tests.shop.model.delegating import Delegating
from tests.shop.model.draining import Draining
from tests.shop.model.house import House
from tests.shop.model.lapsing import Lapsing
from tests.shop.model.machine import Running
from tests.shop.model.renewing import Renewing
from tests.shop.model.restoring import Restoring
from tests.shop.model.rotating import Rotating
from tests.shop.model.selling import Selling
from tests.shop.model.serving import Serving
from tests.shop.model.shelving import Shelving
from tests.shop.model.swapping import Swapping

pytestmark = pytest.mark.model

PRINTED_EVERY = 5_000 if "IEUM_MODEL_STEPS" in os.environ else 10**9
WALK = hypothesis.settings(
    max_examples=5,
    stateful_step_count=50,
    deadline=None,
    database=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much),
    phases=(Phase.generate, Phase.shrink),
)


class Commerce(
    Buying, Renewing, Changing, Swapping, Rotating, Serving, Draining, Restoring, Delegating, Selling
):
    """Everything at once."""


class Trade(Shelving, Lapsing, Changing):
    """What is sold and given back, bought again, left unpaid, cancelled elsewhere, and what staff do about it."""


# An order that cannot be delivered gives back the addresses that it held, and ends its subscription after that.
KNOWN_BACKWARDS = {"subscriptions after exit_addresses"}
GATE_STEPS: dict[type[Selling], int] = {Commerce: 500, Trade: 120}


@pytest.fixture(scope="module")
def running(settings: Settings, site: Site, shared_database: str) -> Generator[Running]:
    house = House(settings, site)
    logging.getLogger("ieum").addHandler(house.alarmed)
    with asyncio.Runner() as runner:
        yield Running(house, shared_database, runner)
        runner.run(house.leave())
    logging.getLogger("ieum").removeHandler(house.alarmed)


@pytest.mark.timeout(24 * 60 * 60)
@pytest.mark.parametrize("machine", GATE_STEPS, ids=["commerce", "trade"])
def test_every_won_buys_something_whatever_happens(
    machine: type[Selling],
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Who asks a second time while the first is under way would wait for the other one, who is dead here.
    for waits in (payments, charge_on_file, methods):
        monkeypatch.setattr(waits, "WAIT_SECONDS", 0)
    # Gateways hear and say things in steps of their own.
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 0)
    # The stream's heartbeat comes as soon as all is told.
    monkeypatch.setattr(gateways, "HEARTBEAT_SECONDS", 0)
    asked = os.environ.get("IEUM_MODEL_STEPS")
    steps = int(asked or GATE_STEPS[machine])
    # The gate walks the same ways each time; a soak walks others, or those of IEUM_MODEL_SEED.
    first = int(os.environ.get("IEUM_MODEL_SEED", time.time_ns() % 10**9)) if asked else 0
    machine.running = running
    running.steps.clear()
    seed, printed = first, 0
    while running.steps.total() < steps:
        hypothesis.seed(seed)(machine)
        try:
            run_state_machine_as_test(machine, settings=WALK)
        except BaseException as error:
            error.add_note(f"IEUM_MODEL_SEED={seed}, after {running.steps.total()} steps")
            raise
        seed += 1
        if running.steps.total() // PRINTED_EVERY > printed:
            printed = running.steps.total() // PRINTED_EVERY
            with capsys.disabled():
                left = f"IEUM_MODEL_SEED={seed} IEUM_MODEL_STEPS={max(0, steps - running.steps.total())}"
                sys.stdout.write(f"\nmodel: {running.steps.total()} steps; {left} goes on from here\n")
                sys.stdout.flush()

    locks = running.house.db.locks
    backwards = sorted(locks.wrong.keys() - KNOWN_BACKWARDS)
    if asked:
        assert backwards == []
    assert {"orders", "services", "gateways", "exit_addresses"} <= locks.seen

    with capsys.disabled():
        kinds = ", ".join(f"{number} {what}" for what, number in running.steps.most_common())
        crashes, jobs = running.house.crash.kills, running.house.clerk.ran
        total = running.steps.total()
        sys.stdout.write(
            f"\nmodel, {machine.__name__}: {total} steps from seed {first} ({kinds}), {crashes} crashes, {jobs} jobs\n"
        )
        sys.stdout.write(f"locks against their order: {', '.join(backwards) or 'none'}\n")
