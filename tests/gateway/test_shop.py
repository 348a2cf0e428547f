"""The client by which the agent calls the shop."""

import ssl
import threading
from collections.abc import Generator, Iterator
from contextlib import aclosing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ieum.gateway import shop
from ieum.gateway.protocol import UNREADABLE, Ack, Heartbeat
from ieum.gateway.shop import BackOff, ShopClient, ShopRefusedError, describe


class Impostor(BaseHTTPRequestHandler):
    tokens: list[str]

    def do_POST(self) -> None:
        self.tokens.append(str(self.headers["authorization"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Nothing is written."""


def a_certificate_of_ones_own() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


@pytest.fixture
def impostor(tmp_path: Path) -> Iterator[HTTPServer]:
    """Somebody on the way to the shop, with a certificate of their own."""
    own = tmp_path / "certificate"
    own.write_bytes(a_certificate_of_ones_own())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own)
    Impostor.tokens = []
    with HTTPServer(("127.0.0.1", 0), Impostor) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.anyio
@pytest.mark.parametrize("scheme", ["https", "HTTPS"])
async def test_whoever_has_no_certificate_of_the_shop_gets_no_token(
    impostor: HTTPServer, scheme: str
) -> None:
    client = ShopClient(f"{scheme}://localhost:{impostor.server_port}", "secret")
    with pytest.raises(httpx.ConnectError, match="certificate"):
        await client.acknowledge(Ack(1, "key", "agent", None))
    await client.close()

    assert Impostor.tokens == []


@pytest.mark.anyio
async def test_an_authority_that_the_machine_trusts_is_trusted(
    impostor: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proofs of addresses go by the machine's list, and so does all else."""

    def load(context: ssl.SSLContext, _: ssl.Purpose = ssl.Purpose.SERVER_AUTH) -> None:
        context.load_verify_locations(tmp_path / "certificate")

    monkeypatch.setattr(ssl.SSLContext, "load_default_certs", load)
    client = ShopClient(f"https://localhost:{impostor.server_port}", "secret")
    with suppress(httpx.HTTPError, ShopRefusedError):
        await client.acknowledge(Ack(1, "key", "agent", None))
    await client.close()

    assert Impostor.tokens == ["Bearer secret"]


def test_an_answer_of_a_proxy_that_is_no_text_is_a_refusal_all_the_same() -> None:
    refused = ShopRefusedError.of(502, b'{"code": "\xff"}')

    assert (refused.status, refused.code) == (502, "")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class OutOfOrder(Impostor):
    def do_POST(self) -> None:
        self.send_response(503)
        self.end_headers()


@pytest.mark.anyio
async def test_the_other_box_is_asked_once_one_is_gone_or_out_of_order() -> None:
    Impostor.tokens = []
    with HTTPServer(("127.0.0.1", 0), OutOfOrder) as broken, HTTPServer(("127.0.0.1", 0), Impostor) as good:
        for server in (broken, good):
            threading.Thread(target=server.serve_forever).start()
        boxes = [
            "http://127.0.0.1:9",
            *(f"http://127.0.0.1:{one.server_port}" for one in (broken, good)),
        ]
        client = ShopClient(boxes, "secret")
        ack = Ack(1, "key", "agent", None)

        with pytest.raises(httpx.ConnectError):
            await client.acknowledge(ack)
        with pytest.raises(ShopRefusedError):
            await client.acknowledge(ack)
        await client.acknowledge(ack)
        await client.acknowledge(ack)

        await client.close()
        for server in (broken, good):
            server.shutdown()
    assert Impostor.tokens == ["Bearer secret"] * 2


class Endless(Impostor):
    """Says `said` again and again, until nobody listens."""

    said: bytes
    status: int

    def _say(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        with suppress(OSError):
            for _ in range(1_000):
                self.wfile.write(self.said)

    do_GET = do_POST = _say  # noqa: N815 - the names it overrides


@contextmanager
def endless(said: bytes, status: int) -> Generator[ShopClient]:
    Endless.said, Endless.status = said, status
    with HTTPServer(("127.0.0.1", 0), Endless) as server:
        threading.Thread(target=server.serve_forever).start()
        yield ShopClient(f"http://127.0.0.1:{server.server_port}", "secret")
        server.shutdown()


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("said", "why"),
    [
        pytest.param(
            b'{"type":"heartbeat","revision":1,"x":' + b"[" * 100_000 + b"\n", "recursion", id="nested"
        ),
        pytest.param(b"x" * 10_000, "a line of more than 1,000,000 bytes", id="a line without an end"),
        pytest.param(b'{"type":"heart\xff"}\n', "", id="no text"),
    ],
)
async def test_whatever_a_stream_says_is_at_worst_unreadable(
    monkeypatch: pytest.MonkeyPatch, said: bytes, why: str
) -> None:
    """The agent opens the stream anew after what is in UNREADABLE; anything else would end it."""
    monkeypatch.setattr(shop, "LONGEST_LINE", 1_000_000)
    with endless(said, 200) as client:
        async with aclosing(client.messages(0)) as messages:
            with pytest.raises(UNREADABLE) as failure:
                await anext(messages)
        await client.close()

    assert describe(failure.value).startswith("the shop's message cannot be read: ")
    assert why in describe(failure.value)


@pytest.mark.anyio
async def test_a_refusal_without_an_end_is_read_no_further_than_anybody_needs() -> None:
    with endless(b"[" * 100_000, 500) as client:
        with pytest.raises(ShopRefusedError):
            await client.acknowledge(Ack(1, "key", "agent", None))
        async with aclosing(client.messages(0)) as messages:
            with pytest.raises(ShopRefusedError):
                await anext(messages)
        await client.close()


@pytest.mark.anyio
async def test_messages_are_read_however_they_are_cut_into_parts() -> None:
    with endless(b'{"type":"heartbeat","revision":7}\r\n\n', 200) as client:
        async with aclosing(client.messages(0)) as messages:
            said = [await anext(messages) for _ in range(900)]
        await client.close()

    assert said == [Heartbeat(7)] * 900


def test_a_shop_that_is_out_of_order_is_asked_again_within_seconds_however_long_it_lasts() -> None:
    back_off = BackOff()

    waits = [back_off.after(ShopRefusedError(503, "out_of_order")) for _ in range(8)]

    assert max(waits) <= 4
