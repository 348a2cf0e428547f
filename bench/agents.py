"""Many gateways in one process: each follows its stream, acknowledges and reports as an agent, and carries nothing.

Their words and waits are the agent's own. Streams are read from bare sockets, because a thousand of the agent's own
clients in one process need more of a core to connect than the shop to answer; calls share connections, as through a
proxy. A real agent's work on its host (rules, WireGuard, its files) is left out. Started with a plan as JSON on its
stdin; ends at SIGTERM.
"""

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import aclosing, contextmanager
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import urlsplit

import httpx
import msgspec

from bench.stage import ROOT
from ieum.gateway.agent import AGENT_VERSION
from ieum.gateway.health import REPORT_SECONDS
from ieum.gateway.protocol import (
    PROTOCOL,
    Ack,
    Difference,
    Endpoint,
    Exit,
    Health,
    Heartbeat,
    Message,
    PeerUsage,
    Question,
    Reflection,
    State,
    Usage,
)
from ieum.gateway.shop import STREAM_TIMEOUT, BackOff, ShopRefusedError
from ieum.gateway.usage import REPORT_INTERVAL, SESSION_TIMEOUT

chance = random.SystemRandom()
DECODER = msgspec.json.Decoder(Message)


class Plan(msgspec.Struct):
    """`connected`: which part of its peers each gateway reports the use of, twice a minute."""

    url: str
    tokens: list[str]
    told: str
    connected: float = 0.2


class Told(NamedTuple):
    """News or step of an agent; `at` is the machine's monotonic clock."""

    at: float
    gateway: int
    kind: str
    revision: int


class Agents:
    """The process of the agents, seen from the benchmark."""

    def __init__(self, url: str, tokens: Sequence[str], folder: Path, *, connected: float) -> None:
        self.path = folder / "told"
        self.path.unlink(missing_ok=True)
        self.path.touch()
        self._read = 0
        plan = Plan(url, list(tokens), str(self.path), connected)
        with (folder / "agents.log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bench.agents"], cwd=ROOT, stdin=subprocess.PIPE, stderr=log
            )
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(plan) + b"\n")
        self.process.stdin.close()

    def begun(self) -> float:
        """Return when the first agent began: this process needs a while to load."""
        with self.path.open() as lines:
            return Told(*json.loads(lines.readline())).at

    def fresh(self) -> list[Told]:
        """Return the news since the last call."""
        with self.path.open() as lines:
            lines.seek(self._read)
            text = lines.read()
        whole = text[: text.rfind("\n") + 1]
        self._read += len(whole)
        return [Told(*json.loads(line)) for line in whole.splitlines()]

    def collect(self, until: Callable[[list[Told]], bool], *, seconds: float) -> list[Told]:
        """Gather news until there is enough. Raises RuntimeError if it does not come."""
        told: list[Told] = []
        deadline = time.monotonic() + seconds
        while not until(told):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    f"{len(told)} messages in {seconds} s; the agents' code: {self.process.returncode}"
                )
            time.sleep(0.05)
            told += self.fresh()
        return told

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


@contextmanager
def agents(url: str, tokens: Sequence[str], folder: Path, *, connected: float) -> Generator[Agents]:
    running = Agents(url, tokens, folder, connected=connected)
    try:
        yield running
    finally:
        running.stop()


class Line:
    """An answer that goes on for ever, in chunks, from a bare socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, url: str, token: str, revision: int) -> Self:
        parts = urlsplit(url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=2**24)
        writer.write(
            f"GET /gateway/v1/stream?revision={revision}&protocol={PROTOCOL} HTTP/1.1\r\n"
            f"Host: {parts.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        async with asyncio.timeout(STREAM_TIMEOUT):
            head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(None, 2)[1])
        if status != HTTPStatus.OK:
            writer.close()
            raise ShopRefusedError(status, "")
        return cls(reader, writer)

    async def messages(self) -> AsyncGenerator[Message]:
        text = bytearray()
        try:
            while True:
                async with asyncio.timeout(STREAM_TIMEOUT):
                    size = int(await self._reader.readuntil(b"\r\n"), 16)
                    text += (await self._reader.readexactly(size + 2))[:size]
                if not size:
                    return
                *lines, rest = text.split(b"\n")
                text = bytearray(rest)
                for line in lines:
                    yield DECODER.decode(line)
        finally:
            self._writer.close()


class Simulated:
    def __init__(self, number: int, token: str, plan: Plan, told: int, calls: httpx.AsyncClient) -> None:
        self._number = number
        self._url, self._token = plan.url, token
        self._calls = calls
        self._connected = plan.connected
        self._told = told
        self._revision = 0
        self._exits: dict[str, str] = {}
        self._peers: dict[str, Endpoint] = {}
        """Those that are connected, by their ids: what a million have would fill this process's memory."""
        self._key = f"{number:042d}A="
        self._epoch = secrets.randbits(62)
        self._since = datetime.now(UTC)
        self._outcome = asyncio.Event()
        self._questions: list[Question] = []

    async def run(self) -> None:
        self._note("begun", 0)
        async with asyncio.TaskGroup() as loops:
            loops.create_task(self._follow())
            loops.create_task(self._acknowledge())
            loops.create_task(self._report())
            loops.create_task(self._say_health())
            loops.create_task(self._prove())

    async def _follow(self) -> None:
        back_off = BackOff()
        while True:
            try:
                line = await Line.open(self._url, self._token, self._revision)
                async with aclosing(line.messages()) as messages:
                    async for message in messages:
                        back_off.reset()
                        match message:
                            case Heartbeat():
                                self._questions += message.prove
                            case State():
                                connected = int(len(message.endpoints) * self._connected)
                                self._exits, self._peers = {}, {}
                                self._take(
                                    "state", message.revision, message.exits, message.endpoints[:connected]
                                )
                            case Difference():
                                for gone in message.remove_endpoints:
                                    self._peers.pop(gone, None)
                                self._take(
                                    "difference", message.revision, message.put_exits, message.put_endpoints
                                )
                delay = back_off.next()
                self._note("ended", 0)
            except ShopRefusedError as refused:
                delay = back_off.after(refused)
                self._note(f"refused {refused.status}", 0)
            except (OSError, EOFError, TimeoutError) as failure:
                delay = back_off.after(failure)
                self._note(type(failure).__name__, 0)
            await asyncio.sleep(delay)

    def _take(self, kind: str, revision: int, exits: list[Exit], endpoints: list[Endpoint]) -> None:
        self._note(kind, revision)
        self._revision = revision
        self._peers |= {one.id: one for one in endpoints}
        told = {one.id: one.address for one in exits}
        used = {one.exit for one in self._peers.values()}
        self._exits = {id_: address for id_, address in (self._exits | told).items() if id_ in used}
        self._outcome.set()

    async def _acknowledge(self) -> None:
        back_off = BackOff()
        while True:
            await self._outcome.wait()
            self._outcome.clear()
            while not self._outcome.is_set():
                revision = self._revision
                try:
                    await self._post("ack", Ack(revision, self._key, AGENT_VERSION, None))
                except httpx.HTTPError as failure:
                    self._note("no ack", revision)
                    await asyncio.sleep(back_off.after(failure))
                    continue
                back_off.reset()
                self._note("acknowledged", revision)
                break

    async def _report(self) -> None:
        """A round twice a minute, of the same part of the peers: people who are connected stay so for a while."""
        await asyncio.sleep(chance.uniform(0, REPORT_INTERVAL))
        begun = time.monotonic()
        while True:
            with self._noting("no use"):
                use = self._use(time.monotonic() - begun)
                await self._post("usage", Usage(use, datetime.now(UTC), sandbox=True))
                self._note("use", len(use))
            await asyncio.sleep(REPORT_INTERVAL)

    def _use(self, seconds: float) -> list[PeerUsage]:
        now = datetime.now(UTC)
        handshake = now - timedelta(seconds=chance.uniform(0, SESSION_TIMEOUT / 2))
        return [
            PeerUsage(
                one.identity,
                handshake,
                int(1_000_000 + seconds * 20_000),
                int(9_000_000 + seconds * 200_000),
                epoch=self._epoch,
                at=now,
                since=self._since,
                exit_address=self._exits[one.exit],
                client_address=f"198.51.{number >> 8 & 255}.{number & 255}",
            )
            for number, one in enumerate(self._peers.values())
            if one.exit in self._exits
        ]

    async def _say_health(self) -> None:
        from_now = chance.uniform(0, REPORT_SECONDS)
        while True:
            await asyncio.sleep(from_now)
            from_now = REPORT_SECONDS
            with self._noting("no health"):
                await self._post("health", Health(datetime.now(UTC), 20_000, 262_144))

    async def _prove(self) -> None:
        while True:
            await asyncio.sleep(1)
            while self._questions:
                with self._noting("no proof"):
                    await self._post("reflect", Reflection(self._questions.pop().nonce, sandbox=True))

    async def _post(self, call: str, body: msgspec.Struct) -> None:
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        answer = await self._calls.post(
            f"/gateway/v1/{call}", content=msgspec.json.encode(body), headers=headers
        )
        answer.raise_for_status()

    @contextmanager
    def _noting(self, what: str) -> Generator[None]:
        """Note failures alone: agents tell the rest again by themselves half a minute later."""
        try:
            yield
        except httpx.HTTPError:
            self._note(what, 0)

    def _note(self, kind: str, revision: int) -> None:
        """Write the line at once, so that it is whole or missing."""
        os.write(self._told, json.dumps([time.monotonic(), self._number, kind, revision]).encode() + b"\n")


async def _main() -> None:
    plan = msgspec.json.decode(sys.stdin.buffer.readline(), type=Plan)
    told = os.open(plan.told, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=100)
    calls = httpx.AsyncClient(base_url=plan.url, timeout=httpx.Timeout(15, pool=None), limits=limits)
    running = [
        asyncio.create_task(Simulated(number, token, plan, told, calls).run())
        for number, token in enumerate(plan.tokens)
    ]
    ended = asyncio.create_task(stopping.wait())
    done, _ = await asyncio.wait([ended, *running], return_when=asyncio.FIRST_COMPLETED)
    for one in done:
        one.result()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(_main())
