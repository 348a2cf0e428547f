"""What is done to the boxes, one after another.

To add one: a function that does it, yields while it lasts and undoes it, and a line in FAULTS.
"""

import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from tests.chaos.boxes import Box
from tests.chaos.fault import Act, Fault
from tests.chaos.machines import Machine
from tests.chaos.outsiders import mail_gone_for_a_day, provider_gone, provider_slow
from tests.chaos.passwords import passwords_changed
from tests.chaos.scarcity import HOUR, clock_put, disk_full
from tests.chaos.world import World


@contextmanager
def primary_box_without_power(world: World) -> Generator[None]:
    box = world.cluster.primary()
    box.machine.power_off()
    yield
    world.start_box(box)


@contextmanager
def standby_box_without_power(world: World) -> Generator[None]:
    box = world.cluster.standby()
    box.machine.power_off()
    yield
    world.start_box(box)


@contextmanager
def primary_postgres_killed(world: World) -> Generator[None]:
    world.cluster.primary().signal_postgres(signal.SIGKILL)
    yield


@contextmanager
def primary_cut_off_from_the_others(world: World) -> Generator[None]:
    """From etcd and the other box, and not from clients, the provider and the gateways."""
    primary = world.cluster.primary()
    others = [box.machine for box in world.cluster.all if box is not primary]
    primary.machine.cut_off_from(*others)
    yield
    primary.machine.join_again()


@contextmanager
def primary_box_frozen(world: World) -> Generator[None]:
    """As a machine whose disk or hypervisor hangs: every connection stays, nothing is answered."""
    machine = world.cluster.primary().machine
    machine.send_to_all(signal.SIGSTOP)
    yield
    machine.send_to_all(signal.SIGCONT)


@contextmanager
def standby_postgres_frozen(world: World) -> Generator[None]:
    box = world.cluster.standby()
    box.signal_postgres(signal.SIGSTOP)
    yield
    box.signal_postgres(signal.SIGCONT)


@contextmanager
def primary_patroni_frozen(world: World) -> Generator[None]:
    """Without the watchdog, which a machine of one's own has: two databases then think that they are the primary."""
    machine = world.cluster.primary().machine
    machine.send("patroni", signal.SIGSTOP)
    yield
    machine.send("patroni", signal.SIGCONT)


def killed(name: str, which: Callable[[World], Box]) -> Act:
    """SIGKILL, and started again at once, as a service manager does."""

    @contextmanager
    def act(world: World) -> Generator[None]:
        box = which(world)
        box.machine.kill(name)
        # sleep: as a service manager waits before it starts a program again
        time.sleep(1)
        world.start(box, name)
        yield

    return act


def frozen(name: str, which: Callable[[World], Box]) -> Act:
    @contextmanager
    def act(world: World) -> Generator[None]:
        box = which(world)
        box.machine.send(name, signal.SIGSTOP)
        yield
        box.machine.send(name, signal.SIGCONT)

    return act


@contextmanager
def etcd_without_quorum(world: World) -> Generator[None]:
    boxes = [world.cluster.witness, world.cluster.standby()]
    for box in boxes:
        box.machine.kill("etcd")
    yield
    for box in boxes:
        box.start_etcd()


@contextmanager
def both_boxes_off_and_on(world: World) -> Generator[None]:
    for box in world.cluster.boxes:
        box.machine.power_off()
    yield
    for box in world.cluster.boxes:
        world.start_box(box)


@contextmanager
def agent_killed(world: World) -> Generator[None]:
    gateway(world).kill("gateway")
    # sleep: as a service manager waits before it starts a program again
    time.sleep(1)
    world.start(world.cluster.boxes[0], "gateway")
    yield


def primary(world: World) -> Box:
    return world.cluster.primary()


def standby(world: World) -> Box:
    return world.cluster.standby()


def gateway(world: World) -> Machine:
    return world.tunnel.gateway


CLOCKS: dict[str, Callable[[World], Machine]] = {
    "the primary's box": lambda world: primary(world).machine,
    "the standby's box": lambda world: standby(world).machine,
    "the gateway's host": gateway,
}
FAULTS = (
    Fault(name="primary's box without power", act=primary_box_without_power),
    Fault(name="primary's PostgreSQL SIGKILL", act=primary_postgres_killed, seconds=15),
    Fault(
        name="primary cut off from etcd and the other box, not from clients",
        act=primary_cut_off_from_the_others,
    ),
    Fault(name="primary's box frozen (SIGSTOP of everything)", act=primary_box_frozen),
    Fault(name="primary's Patroni SIGSTOP, no watchdog", act=primary_patroni_frozen),
    Fault(name="primary's Patroni SIGKILL, started again", act=killed("patroni", primary), seconds=15),
    Fault(name="standby's box without power", act=standby_box_without_power),
    Fault(name="standby's PostgreSQL SIGSTOP", act=standby_postgres_frozen),
    Fault(name="serve SIGKILL on the primary's box, started again", act=killed("serve", primary), seconds=15),
    Fault(name="serve SIGSTOP on the primary's box", act=frozen("serve", primary), seconds=20),
    Fault(name="work SIGKILL on the primary's box, started again", act=killed("work", primary), seconds=15),
    Fault(name="work SIGSTOP on the primary's box", act=frozen("work", primary), seconds=20),
    Fault(name="etcd SIGKILL on the primary's box, started again", act=killed("etcd", primary), seconds=15),
    Fault(name="etcd SIGSTOP on the primary's box", act=frozen("etcd", primary), seconds=20),
    Fault(name="etcd without a quorum", act=etcd_without_quorum, seconds=40),
    Fault(name="both boxes off for 10 s, and on", act=both_boxes_off_and_on, seconds=10),
    Fault(name="passwords of postgres and replicator changed and back", act=passwords_changed, seconds=15),
    Fault(name="agent of the tunnel's gateway SIGKILL, started again", act=agent_killed, seconds=15),
    Fault(
        name="provider slow (confirms in 65 s, looks up in 5), with 30 more buyers",
        act=provider_slow,
        seconds=150,
    ),
    Fault(name="provider gone, with 30 more buyers", act=provider_gone, seconds=90),
    Fault(name="mail gone for a day (compressed)", act=mail_gone_for_a_day, seconds=20),
    Fault(
        name="disk full on the standby's box",
        act=disk_full(lambda world: [standby(world)]),
        seconds=40,
        scarce=True,
    ),
    Fault(
        name="disk full on the primary's box",
        act=disk_full(lambda world: [primary(world)]),
        seconds=60,
        scarce=True,
    ),
    Fault(
        name="disks full on both boxes",
        act=disk_full(lambda world: world.cluster.boxes),
        seconds=40,
        scarce=True,
    ),
    *(
        Fault(name=f"clock {way} of {whose}", act=clock_put(which, seconds), scarce=True)
        for whose, which in CLOCKS.items()
        for way, seconds in (("+ 1 h", HOUR), ("− 1 h", -HOUR))
    ),
)
