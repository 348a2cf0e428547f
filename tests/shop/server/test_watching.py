"""Figures that a process tells of itself, that `work` tells Prometheus, and that its job asks for outside."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from prometheus_client import REGISTRY
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.settings import Settings, SettingsError, load
from ieum.shop.kernel.watching import Watch
from ieum.shop.messaging.solapi import SolapiTexter
from ieum.shop.server.figures.jobs import ask_outside, certificate_until
from ieum.shop.server.worker import start_listener
from tests.conftest import RollingBack
from tests.ports import free_port
from tests.shop.builders.metrics import metrics_of, value
from tests.shop.builders.secrets import KEY
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import job_context, worker_tools

URL = "postgresql:///ieum"
# When the certificate of these tests ends: to the second, as certificates say it.
# clock: long, because all tests are collected before the first of them runs.
ENDS = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)


def test_where_work_is_scraped(tmp_path: Path) -> None:
    told = [
        load({"IEUM_DATA": str(tmp_path), "IEUM_WORK_METRICS_PORT": port}, database_url=URL).work_metrics
        for port in ("", "9101", "10.0.0.5:9101", "[::1]:9101")
    ]

    assert told == [None, ("127.0.0.1", 9101), ("10.0.0.5", 9101), ("::1", 9101)]
    with pytest.raises(SettingsError, match="IEUM_WORK_METRICS_PORT"):
        load({"IEUM_WORK_METRICS_PORT": "example.com:9101"}, database_url=URL)


@contextmanager
def listening(*, port: int) -> Generator[None]:
    settings = load({"IEUM_SECRET_KEY": KEY, "IEUM_WORK_METRICS_PORT": str(port)}, database_url=URL)
    listener = start_listener(settings)
    assert listener is not None
    server, thread = listener
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def test_work_tells_how_long_its_jobs_took(db: RollingBack) -> None:
    done = 'ieum_job_seconds_count{outcome="done",task="server.ask_outside"}'
    before = REGISTRY.get_sample_value(
        "ieum_job_seconds_count", {"task": "server.ask_outside", "outcome": "done"}
    )
    with listening(port=(port := free_port())):
        await ask_outside.func(job_context(worker_tools(db)))

        async with httpx.AsyncClient() as prometheus:
            text = (await prometheus.get(f"http://127.0.0.1:{port}/metrics")).text

    assert value(text, done) == (before or 0) + 1
    with pytest.raises(SettingsError, match="cannot be used"), listening(port=port), listening(port=port):
        raise AssertionError("two listen on one port")


async def test_the_balance_at_the_carrier_is_kept(
    db: RollingBack, sandbox: httpx.AsyncClient, settings: Settings, wire: Wire
) -> None:
    account = settings.sms
    assert account is not None
    texter = SolapiTexter(
        "http://sandbox/solapi", account.key, account.secret, sender=account.sender, transport=wire
    )
    await sandbox.post("/control/sms-account", json={"balance": 4321})

    await ask_outside.func(job_context(worker_tools(db, texter=texter)))
    wire.lost_answers = 1
    await ask_outside.func(job_context(worker_tools(db, texter=texter)))

    text = await metrics_of(db)
    assert value(text, "ieum_sms_balance_won") == 4321
    assert (value(text, 'ieum_outside_asked_timestamp_seconds{what="sms_balance"}') or 0) > 0
    await texter.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of its own authority, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(ENDS - timedelta(days=60))
        .not_valid_after(ENDS)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.fixture
async def address(certificate: Path) -> AsyncGenerator[str]:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)

    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "localhost", port := free_port(), ssl=tls):
        yield f"https://localhost:{port}"


async def test_when_the_certificate_ends(address: str, certificate: Path) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))

    assert await certificate_until(address, tls=trusting) == ENDS.timestamp()
    assert await certificate_until(address) == 0  # as browsers, which do not trust this authority
    assert await certificate_until(f"https://localhost:{free_port()}") is None


async def test_the_connections_of_a_pool_and_who_waits_for_them(database_url: str) -> None:
    def told(name: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(name, {"pool": "test", **labels}) or 0

    async with PooledDatabase(database_url, size=2) as db:
        watch = Watch({"test": db})
        async with db.connection(), db.connection():
            waiting = asyncio.create_task(db.pool.getconn(timeout=0.1))
            while not db.pool.get_stats().get("requests_waiting"):
                # sleep: lets the task above ask for its connection
                await asyncio.sleep(0)
            watch.look()
            now = (told("ieum_connections", state="used"), told("ieum_connections_waited_for"))
            with pytest.raises(PoolTimeout):
                await waiting
        watch.look()
        watch.look()

    assert now == (2, 1)
    assert (told("ieum_connections", state="idle"), told("ieum_connections_waited_for")) == (2, 0)
    assert told("ieum_connection_waits_total") == told("ieum_connection_refusals_total") == 1
    assert (REGISTRY.get_sample_value("ieum_memory_bytes") or 0) > 10_000_000
