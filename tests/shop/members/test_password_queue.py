"""The queue before the hash: off the event loop, bounded, and not for one caller alone."""

import asyncio
import threading
import time
from functools import partial

import pytest

from ieum.shop.members import passwords
from ieum.shop.members.passwords import PER_NETWORK, Queue, TooBusy, places_taken, reserve_place
from tests.waiting import one_turn

pytestmark = pytest.mark.usefixtures("hashes_of_the_shop")

ADDRESS = "203.0.113.7"


class Gate:
    """Work that takes as long as one likes."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.done = 0

    def __call__(self) -> int:
        assert self.open.wait(30)
        self.done += 1
        return self.done


@pytest.fixture
def gate() -> Gate:
    return Gate()


async def fill(queue: Queue, gate: Gate, *, count: int) -> list[asyncio.Task[int]]:
    tasks = [asyncio.create_task(queue.run(gate)) for _ in range(count)]
    await one_turn()
    return tasks


async def test_the_event_loop_goes_on_while_passwords_are_hashed() -> None:
    hashing = asyncio.gather(*(passwords.hash_password("correct-horse-42") for _ in range(8)))
    turns = 0
    while not hashing.done():
        await one_turn()
        turns += 1
    await hashing

    # Were it hashed on the loop, there would be one turn for all of them.
    assert turns > 100


@pytest.mark.parametrize(
    ("threads", "seconds", "fits"),
    [
        pytest.param(1, 0.1, 21, id="twenty wait for one"),
        pytest.param(2, 0.2, 22, id="two threads"),
        pytest.param(1, 4.0, 9, id="a few may wait for a slow one"),
    ],
)
async def test_the_queue_is_as_long_as_two_seconds_of_work(
    gate: Gate, threads: int, seconds: float, fits: int
) -> None:
    queue = Queue("test", threads, niceness=10, seconds=seconds)
    waiting = await fill(queue, gate, count=fits)

    with pytest.raises(TooBusy) as refused:
        await queue.run(gate)

    assert refused.value.status == 429
    assert (refused.value.retry_after or 0) > passwords.LONGEST_WAIT
    gate.open.set()
    assert sorted(await asyncio.gather(*waiting)) == list(range(1, fits + 1))
    assert await queue.run(gate) == fits + 1


async def test_the_queue_gets_shorter_where_a_hash_takes_longer() -> None:
    queue = Queue("test", 1, niceness=10, seconds=0.01)

    for _ in range(5):
        # sleep: a hash that takes this long.
        await queue.run(partial(time.sleep, 0.1))

    assert 0.05 < queue.seconds < 0.2


async def test_a_cancelled_caller_frees_its_place(gate: Gate) -> None:
    queue = Queue("test", 1, niceness=10, seconds=4.0)
    tasks = await fill(queue, gate, count=9)

    gone = tasks.pop()
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    tasks += await fill(queue, gate, count=1)

    with pytest.raises(TooBusy):
        await queue.run(gate)
    gate.open.set()
    assert sorted(await asyncio.gather(*tasks)) == list(range(1, 10))


async def test_one_network_has_a_few_places_and_gets_them_back() -> None:
    for _ in range(2):
        hashing = [
            asyncio.create_task(passwords.hash_password("correct-horse-42", address=ADDRESS))
            for _ in range(PER_NETWORK)
        ]
        await one_turn()

        with pytest.raises(TooBusy):
            await passwords.hash_password("correct-horse-42", address=ADDRESS)
        other = await passwords.hash_password("correct-horse-42", address="203.0.113.8")

        assert other.startswith("$argon2id$")
        await asyncio.gather(*hashing)


def test_a_place_is_given_back_whatever_happens() -> None:
    for _ in range(10):
        with pytest.raises(ZeroDivisionError), reserve_place("somewhere"):
            assert places_taken("somewhere") == 1
            raise ZeroDivisionError
    assert places_taken("somewhere") == 0


async def test_callers_who_failed_lately_wait_in_a_queue_of_their_own(gate: Gate) -> None:
    """However long that line is, the others do not stand in it."""
    waiting = [asyncio.create_task(passwords._FAILED.run(gate)) for _ in range(8)]
    await one_turn()
    hashed = passwords.HASHER.hash("right")

    async with asyncio.timeout(20):
        fits = await passwords.verify_password(hashed, "right")

    assert fits
    assert not any(task.done() for task in waiting)
    gate.open.set()
    await asyncio.gather(*waiting)


async def test_a_queue_lets_the_queues_before_it_go_first(gate: Gate) -> None:
    first = Queue("first", 1, niceness=5, seconds=0.01)
    second = Queue("second", 1, niceness=10, seconds=0.01, behind=(first,))
    going_first = asyncio.create_task(first.run(gate))
    await one_turn()

    behind = asyncio.create_task(second.run(time.perf_counter))
    # sleep: nothing tells that it stays behind but time that passes.
    await asyncio.sleep(0.1)

    assert not behind.done()
    opened = time.perf_counter()
    gate.open.set()
    assert await behind >= opened
    await going_first


async def test_a_queue_waits_for_the_queues_before_it_only_for_a_while(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "LONGEST_WAIT", 0.1)
    first = Queue("first", 1, niceness=5, seconds=0.01)
    second = Queue("second", 1, niceness=10, seconds=0.01, behind=(first,))
    going_first = asyncio.create_task(first.run(gate))
    await one_turn()

    async with asyncio.timeout(20):
        await second.run(time.perf_counter)

    assert not going_first.done()
    gate.open.set()
    await going_first


async def test_a_string_that_is_no_hash_fits_no_password() -> None:
    assert not await passwords.verify_password("-", "x")
    assert not await passwords.verify_password(None, "nobody has this password")


def test_who_is_no_member_waits_as_long_for_an_answer_as_who_is() -> None:
    assert not passwords.HASHER.check_needs_rehash(passwords._DUMMY_HASH)


def test_a_server_measures_how_long_a_hash_takes_here(monkeypatch: pytest.MonkeyPatch) -> None:
    queues = passwords._QUEUES.values()
    for queue in queues:
        monkeypatch.setattr(queue, "seconds", 1000.0)

    passwords.measure()

    assert {0 < queue.seconds < 1000 for queue in queues} == {True}
