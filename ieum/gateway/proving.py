"""Prove exit addresses: call the shop from each that it asks for, by the address's own line."""

import asyncio
import contextlib
import http.client
import logging
import socket
import ssl
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Protocol
from urllib.parse import urlsplit

import httpx
import msgspec

from ieum.gateway.dataplane import DataPlane, NotSetUpError
from ieum.gateway.protocol import UNREADABLE, Question, Reflected, Reflection
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient, ShopRefusedError
from ieum.gateway.uplinks import Line

log = logging.getLogger("ieum.gateway")

_AT_ONCE = 8
_CALL_SECONDS = 10.0  # once the shop's name is resolved
# A host that is being set up, or repaired, is waited for; a question is good for five minutes.
_TRIES, _BETWEEN_TRIES = 20, 3.0


class Prover(Protocol):
    async def prove(self, questions: list[Question]) -> None:
        """Answer the shop's questions. A failure of the shop's or of this host's is no answer: it asks again."""
        ...


class Proving:
    """Holds what the shop has asked, so that the stream goes on meanwhile."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._asked: dict[str, Question] = {}
        self._is_asked = asyncio.Event()

    def ask(self, questions: Iterable[Question]) -> None:
        """A new question about an address takes the place of an older one, which is no longer good."""
        self._asked.update({question.address: question for question in questions})
        if self._asked:
            self._is_asked.set()

    async def run(self) -> None:
        while True:
            await self._is_asked.wait()
            self._is_asked.clear()
            asked, self._asked = list(self._asked.values()), {}
            try:
                await self._prover.prove(asked)
            except (CommandError, OSError, ShopRefusedError, httpx.HTTPError) as failure:
                log.warning("proving %d addresses: %s; the shop asks again", len(asked), failure)


class SandboxProver:
    """For a gateway that carries no traffic: says that it has the address. A shop in production refuses that."""

    def __init__(self, shop: ShopClient) -> None:
        self._shop = shop

    async def prove(self, questions: list[Question]) -> None:
        for question in questions:
            try:
                await self._shop.say_proven(question.nonce)
            except ShopRefusedError as refused:
                log.warning("proving %s: %s", question.address, refused)


@dataclass(frozen=True)
class Origin:
    """Address at which the shop is called for a proof, and the token."""

    url: str
    token: str


class HostProver:
    def __init__(self, plane: DataPlane, shop: ShopClient, origin: Origin) -> None:
        self._plane = plane
        self._shop = shop
        self._origin = origin
        # Its own threads: changes share the others, which are few, and must not wait for calls that hang.
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="proof")
        self._calling = asyncio.Semaphore(_AT_ONCE)

    async def prove(self, questions: list[Question]) -> None:
        """Have the addresses on the host for as long as it takes to call from them."""
        addresses = [question.address for question in questions]
        try:
            lines = await self._lend(addresses)
            async with asyncio.TaskGroup() as calls:
                for question in questions:
                    calls.create_task(self._answer(question, lines.get(question.address)))
        finally:
            await self._take_back(addresses)

    async def _take_back(self, addresses: list[str]) -> None:
        """A failure here must not take the place of what ended the proof, which may be the agent's own end."""
        try:
            await asyncio.to_thread(self._plane.take_back, addresses)
        except (CommandError, OSError) as failure:
            log.warning(
                "taking back %d addresses: %s; the host is looked through for them", len(addresses), failure
            )

    async def _lend(self, addresses: list[str]) -> dict[str, Line]:
        for left in reversed(range(_TRIES)):
            try:
                return await asyncio.to_thread(self._plane.lend, addresses)
            except NotSetUpError:
                # After any other failure the host is set up anew, which is not to be repeated for each try.
                if not left:
                    raise
            await asyncio.sleep(_BETWEEN_TRIES)
        raise AssertionError

    async def _answer(self, question: Question, line: Line | None) -> None:
        async with self._calling:
            try:
                if line is None:
                    await self._report(question, "it belongs to no uplink of the gateway")
                    return
                call = partial(call_from, question, line.mark, self._origin)
                reflected = await asyncio.get_running_loop().run_in_executor(self._threads, call)
            except socket.gaierror as failure:
                # The resolver's, which says nothing of the address; a report might still arrive by an open connection.
                log.warning("proving %s: the shop's name is not resolved: %s", question.address, failure)
            except OSError as failure:
                await self._report(question, f"line {line.name}: {failure}" if line else str(failure))
            except (ShopRefusedError, http.client.HTTPException, *UNREADABLE) as failure:
                log.warning("proving %s: %s", question.address, failure)
            else:
                if not reflected.proven:
                    log.error("proving %s: the shop saw %s", question.address, reflected.seen)

    async def _report(self, question: Question, reason: str) -> None:
        """Say by the gateway's own address that the call failed; where that fails, too, the shop is away."""
        log.error("proving %s: %s", question.address, reason)
        try:
            await self._shop.say_unreachable(question.nonce, reason[:200])
        except (ShopRefusedError, httpx.HTTPError) as failure:
            log.warning("proving %s: %s", question.address, failure)


def call_from(question: Question, mark: int, origin: Origin) -> Reflected:
    """Call the shop from an address of this host, by the line of this mark. OSError where that does not work.

    The name is resolved in the ordinary way, because resolvers often answer to one line alone.
    """
    parts = urlsplit(origin.url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    target = socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)[0][4]
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as plain:
        plain.settimeout(_CALL_SECONDS)
        # Before the connection: its first packet has to take the line, too.
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_MARK, mark)
        plain.bind((question.address, 0))
        begin = monotonic()
        plain.connect(target)
        left = max(0.0, begin + _CALL_SECONDS - monotonic())
        if parts.scheme == "https":
            context = ssl.create_default_context()
            with (
                context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False) as sealed,
                _ended_after(left, sealed),
            ):
                sealed.do_handshake()
                return _post(sealed, host, parts.path, question, origin.token)
        with _ended_after(left, plain):
            return _post(plain, host, parts.path, question, origin.token)


@contextlib.contextmanager
def _ended_after(seconds: float, over: socket.socket) -> Generator[None]:
    """Raise TimeoutError where what is done over this socket takes longer. Its own limit begins anew with each byte."""
    is_over = threading.Event()

    def end() -> None:
        is_over.set()
        with contextlib.suppress(OSError):
            socket.socket.shutdown(over, socket.SHUT_RDWR)  # of TLS, too, without a word to the other side

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException, *UNREADABLE, ShopRefusedError) as failure:
        if is_over.is_set():
            raise TimeoutError(f"no answer within {_CALL_SECONDS:.0f} s") from failure
        raise
    finally:
        timer.cancel()


def _post(over: socket.socket, host: str, path: str, question: Question, token: str) -> Reflected:
    connection = http.client.HTTPConnection(host)
    connection.sock = over
    headers = {
        "authorization": f"Bearer {token}",
        "content-type": "application/json",
        "connection": "close",
    }
    body = msgspec.json.encode(Reflection(question.nonce))
    connection.request("POST", f"{path.rstrip('/')}/gateway/v1/reflect", body, headers)
    with connection.getresponse() as response:
        answer = response.read(10_000)
    if response.status != http.client.OK:
        raise ShopRefusedError.of(response.status, answer)
    return msgspec.json.decode(answer, type=_Answer).data


class _Answer(msgspec.Struct):
    data: Reflected
