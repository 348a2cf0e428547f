"""What the doctor asks, played by servers of this process: names, time, a mail server, a shop behind TLS."""

import asyncio
import ssl
import struct
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, override

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from dns.asyncresolver import Resolver
from dns.message import from_wire, make_response
from dns.rcode import NXDOMAIN
from dns.rdatatype import RdataType
from dns.rrset import from_text
from litestar import Litestar

from ieum.dev.sandbox.app import app_of
from ieum.dev.sandbox.settings import KeyPair, SandboxSettings
from ieum.dev.sandbox.world import World
from tests.shop.builders.clients import within
from tests.shop.builders.wire import Wire

NORMAL = KeyPair("live_ck_shop_normal", "live_sk_shop_normal", "shop")
BILLING = KeyPair("live_ck_shop_billing", "live_sk_shop_billing", "shopbil", billing=True)
# A shop in production whose providers are the sandbox.
ENVIRON: Mapping[str, str] = {
    "IEUM_ENV": "production",
    "IEUM_PUBLIC_URL": "https://shop.ieum.test",
    "IEUM_DATABASE_URL": "postgresql://127.0.0.1:1/none",
    "IEUM_DATA": "/tmp",  # noqa: S108 - a folder that is there
    "IEUM_SECRET_KEY": "a-secret-key-of-a-test-that-is-long-enough",
    "IEUM_SEALING_KEYS": "b25lLWtleS1vZi0zMi1ieXRlcy1mb3ItYS10ZXN0ISE=",
    "IEUM_TOSS_CLIENT_KEY": NORMAL.client_key,
    "IEUM_TOSS_SECRET_KEY": NORMAL.secret_key,
    "IEUM_TOSS_BILLING_CLIENT_KEY": BILLING.client_key,
    "IEUM_TOSS_BILLING_SECRET_KEY": BILLING.secret_key,
    "IEUM_SMTP_URL": "smtp://127.0.0.1:1",
    "IEUM_SOLAPI_KEY": "shop-key",
    "IEUM_SOLAPI_SECRET": "shop-secret",
    "IEUM_SMS_SENDER": "0212345678",
    "IEUM_PORTONE_STORE_ID": "store-shop",
    "IEUM_PORTONE_CHANNEL_KEY": "channel-key-shop",
    "IEUM_PORTONE_SECRET": "portone-secret",
    "IEUM_TOSS_API_URL": "http://sandbox/toss",
    "IEUM_SOLAPI_URL": "http://sandbox/solapi",
    "IEUM_PORTONE_URL": "http://sandbox/portone",
}


def sandbox() -> tuple[World, Wire]:
    """The providers of that shop, as they begin, and the wire to them."""
    world, app = _sandbox()
    world.reset()
    return world, Wire(within(app))


@cache
def _sandbox() -> tuple[World, Litestar]:
    """Built once, because that takes a while."""
    world = World(
        SandboxSettings(
            key_pairs=(NORMAL, BILLING),
            solapi_key="shop-key",
            solapi_secret="shop-secret",
            portone_store_id="store-shop",
            portone_channel_key="channel-key-shop",
            portone_secret="portone-secret",
        )
    )
    return world, app_of(world)


class Silent(httpx.AsyncBaseTransport):
    """A provider that takes a call and never answers."""

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError(request)


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.transport: Any = None

    @override
    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    @override
    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        if (answer := self.answer(data)) is not None:
            self.transport.sendto(answer, addr)

    def answer(self, data: bytes) -> bytes | None:
        raise NotImplementedError


@asynccontextmanager
async def _listening(protocol: _Datagrams) -> AsyncGenerator[int]:
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: protocol, local_addr=("127.0.0.1", 0)
    )
    try:
        yield transport.get_extra_info("sockname")[1]
    finally:
        transport.close()


class _Names(_Datagrams):
    def __init__(self, records: Mapping[tuple[str, str], list[str]], *, is_silent: bool) -> None:
        super().__init__()
        self.records, self.is_silent = records, is_silent

    @override
    def answer(self, data: bytes) -> bytes | None:
        if self.is_silent:
            return None
        query = from_wire(data)
        name, kind = query.question[0].name, RdataType(query.question[0].rdtype).name
        answer = make_response(query)  # pyright: ignore[reportArgumentType] - it is a query
        found = self.records.get((name.to_text().rstrip("."), kind), [])
        if found:
            answer.answer.append(from_text(name, 60, "IN", kind, *found))
        else:
            answer.set_rcode(NXDOMAIN)
        return answer.to_wire()


@asynccontextmanager
async def names(
    records: Mapping[tuple[str, str], list[str]], *, is_silent: bool = False
) -> AsyncGenerator[Resolver]:
    """A resolver that knows these records, by name and type, and nothing else."""
    async with _listening(_Names(records, is_silent=is_silent)) as port:
        resolver = Resolver(configure=False)
        resolver.nameservers, resolver.port, resolver.lifetime = ["127.0.0.1"], port, 0.5
        yield resolver


class _Clock(_Datagrams):
    def __init__(self, ahead: float, stratum: int) -> None:
        super().__init__()
        self.ahead, self.stratum = ahead, stratum

    @override
    def answer(self, data: bytes) -> bytes:
        now = time.time() + self.ahead + 2_208_988_800
        stamp = struct.pack("!II", int(now), int(now % 1 * 2**32))
        return bytes([0x24, self.stratum]) + bytes(22) + data[40:48] + stamp * 2


@asynccontextmanager
async def time_server(*, ahead: float = 0, stratum: int = 2) -> AsyncGenerator[tuple[str, int]]:
    """A server whose clock is so many seconds ahead of ours."""
    async with _listening(_Clock(ahead, stratum)) as port:
        yield "127.0.0.1", port


class Certificates:
    """An authority that tests trust, and what it signs for `localhost`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A test's authority")])
        self.trust = ssl.create_default_context()
        self.trust.load_verify_locations(
            cadata=self._sign(self._name, self._key, days=100, age=60, is_authority=True)
        )

    def server(self, *, days: float, name: str = "localhost", age: float = 60) -> ssl.SSLContext:
        """The server's side, with a certificate that ends in so many days; before now where they are negative.

        `age`: days, too.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        pem = self._sign(subject, key, days=days, age=age, is_authority=False)
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        file = self._folder / "server.pem"
        file.write_bytes(private + pem.encode())
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(file)
        return context

    def _sign(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        *,
        days: float,
        age: float,
        is_authority: bool,
    ) -> str:
        now = datetime.now(UTC)
        usage = x509.KeyUsage(
            digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
            key_agreement=False, key_cert_sign=is_authority, crl_sign=is_authority, encipher_only=False,
            decipher_only=False,
        )  # fmt: skip
        authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        common_name = str(subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)
        made = (
            x509.CertificateBuilder(self._name, subject, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=age))
            .not_valid_after(now + timedelta(days=days, minutes=5))
            .add_extension(
                x509.SubjectAlternativeName([x509.DNSName(common_name.split(maxsplit=1)[0])]), critical=False
            )
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(authority, critical=False)
            .add_extension(usage, critical=True)
            .sign(self._key, hashes.SHA256())
        )
        return made.public_bytes(serialization.Encoding.PEM).decode()


@asynccontextmanager
async def web(context: ssl.SSLContext, answers: Mapping[str, bytes]) -> AsyncGenerator[str]:
    """A server behind TLS that answers these paths; `{forwarded}` stands for what a caller says that it forwards."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except (asyncio.IncompleteReadError, ConnectionError):
            # Whoever only looks at the certificate hangs up.
            writer.close()
            return
        path = head.split(" ", 2)[1]
        said = [
            line.partition(":")[2].strip()
            for line in head.split("\r\n")
            if line.lower().startswith("x-forwarded")
        ]
        body = answers.get(path, b"").replace(b"{forwarded}", "".join(said).encode())
        status = b"200 OK" if path in answers else b"404 Not Found"
        writer.write(
            b"HTTP/1.1 %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (status, len(body), body)
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with server:
        yield f"https://localhost:{server.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def mute() -> AsyncGenerator[int]:
    """A port that takes connections and says nothing."""

    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(wait, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
