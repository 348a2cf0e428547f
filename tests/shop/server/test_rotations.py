"""The rehearsals of docs/security.md for keys that others give us: the old one works, then both, then the new one.

What the shop does where the old one ends before the new one is set stands at the end.
"""

import asyncio
import subprocess
from base64 import b64encode
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha1
from pathlib import Path
from typing import Any, LiteralString, Protocol
from uuid import uuid4

import httpx
import psycopg
import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from psycopg import sql

from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.proofs import Proofs
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.verification.portone import PortOneClient
from ieum.shop.members.verification.provider import NotVerified
from ieum.shop.messaging.drivers import CarrierUnavailableError, SmtpMailer
from ieum.shop.messaging.queries import Message
from ieum.shop.messaging.solapi import SolapiTexter
from ieum.shop.payments.provider import Channel, ProviderUnavailableError
from ieum.shop.payments.toss import TossClient
from tests.conftest import Cluster
from tests.dev.sandbox.processes import wait_for_answer
from tests.operations.stand_ins import Certificates
from tests.ports import free_port
from tests.shop.builders.refunds import a_paid, refund
from tests.shop.builders.till import Till
from tests.shop.builders.wire import Wire
from tests.waiting import wait_until

NEW = "the-next-secret-of-32-characters-"


class Provider(Protocol):
    """One that knows an account by a secret."""

    old: str

    async def accept(self, *secrets: str) -> None:
        """What is done at its desk: these hold from now on."""
        ...

    async def takes(self, secret: str) -> bool:
        """Whether the shop reaches it with this secret in its settings."""
        ...


class InSandbox:
    def __init__(self, sandbox: httpx.AsyncClient, wire: Wire, old: str) -> None:
        self.sandbox, self.wire, self.old = sandbox, wire, old

    async def accept(self, *secrets: str) -> None:
        answer = await self.sandbox.post("/control/keys", json={"of": self.old, "valid": secrets})
        assert answer.status_code == 204, answer.text


class Toss(InSandbox):
    channel = Channel.NORMAL

    async def takes(self, secret: str) -> bool:
        keys = dict.fromkeys(Channel, "another") | {self.channel: secret}
        client = TossClient("http://sandbox/toss", keys, transport=self.wire)
        now = datetime.now(UTC)
        try:
            await client.page_of_transactions(now - timedelta(hours=1), now, channel=self.channel, after=None)
        except ProviderUnavailableError as error:
            return "UNAUTHORIZED_KEY" not in str(error)
        finally:
            await client.close()
        return True


class TossBilling(Toss):
    channel = Channel.BILLING


class Solapi(InSandbox):
    async def takes(self, secret: str) -> bool:
        client = SolapiTexter(
            "http://sandbox/solapi", "ieum-sandbox", secret, sender="0212345678", transport=self.wire
        )
        try:
            await client.balance()
        except CarrierUnavailableError as error:
            return "SignatureDoesNotMatch" not in str(error)
        finally:
            await client.close()
        return True


class PortOne(InSandbox):
    async def takes(self, secret: str) -> bool:
        client = PortOneClient(
            "http://sandbox/portone", secret, store_id="ieum-sandbox-store", transport=self.wire
        )
        found = await client.find(uuid4())
        await client.close()
        return found is NotVerified.WAITING


class Mail:
    old = "the-mail-servers-secret"

    def __init__(self, port: int, certificates: Certificates, valid: set[str]) -> None:
        self._port, self._trust, self._valid = port, certificates.trust, valid

    async def accept(self, *secrets: str) -> None:
        self._valid.clear()
        self._valid.update(secrets)

    async def takes(self, secret: str) -> bool:
        mailer = SmtpMailer(f"smtp://shop:{secret}@localhost:{self._port}", tls=self._trust)
        try:
            await mailer.greet()
        except OSError as error:
            return "535" not in str(error)
        return True


@asynccontextmanager
async def a_mail_server(folder: Path) -> AsyncGenerator[Mail]:
    certificates, valid = Certificates(folder), {Mail.old}

    def authenticate(_s: Any, _e: Any, _v: Any, _way: str, shown: Any) -> AuthResult:
        return AuthResult(success=shown.password.decode() in valid, handled=False)

    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(object(), tls_context=certificates.server(days=9), authenticator=authenticate),
        "127.0.0.1",
        0,
    )
    async with server:
        yield Mail(server.sockets[0].getsockname()[1], certificates, valid)


@pytest.fixture
async def provider_with_keys(
    request: pytest.FixtureRequest, sandbox: httpx.AsyncClient, wire: Wire, settings: Settings, tmp_path: Path
) -> AsyncGenerator[Provider]:
    if request.param is Mail:
        async with a_mail_server(tmp_path) as mail:
            yield mail
        return
    assert settings.sms is not None
    assert settings.identity is not None
    secrets = {
        Toss: settings.toss_normal.secret,
        TossBilling: settings.toss_billing.secret,
        Solapi: settings.sms.secret,
        PortOne: settings.identity.secret,
    }
    yield request.param(sandbox, wire, secrets[request.param])


@pytest.mark.parametrize(
    "provider_with_keys",
    [Toss, TossBilling, Solapi, PortOne, Mail],
    ids=lambda one: one.__name__,
    indirect=True,
)
async def test_a_new_secret_works_beside_the_old_one_and_the_old_one_ends(
    provider_with_keys: Provider,
) -> None:
    provider, old = provider_with_keys, provider_with_keys.old
    assert (await provider.takes(old), await provider.takes(NEW)) == (True, False)

    await provider.accept(old, NEW)
    assert (await provider.takes(old), await provider.takes(NEW)) == (True, True)

    await provider.accept(NEW)
    assert (await provider.takes(old), await provider.takes(NEW)) == (False, True)


def test_the_database_is_reached_by_a_second_role_and_then_by_it_alone(
    cluster: Cluster, database_url: str
) -> None:
    """The steps of docs/security.md: PostgreSQL keeps one password for a role, so the next one is another role's."""
    with psycopg.connect(cluster.url, autocommit=True) as root:
        where = root.execute("SHOW hba_file").fetchall()[0][0]
        hba = Path(where).read_text()
        Path(where).write_text("local all shop_one,shop_two scram-sha-256\n" + hba)
        try:
            root.execute("CREATE ROLE shop_one LOGIN PASSWORD 'one'")
            root.execute("SELECT pg_reload_conf()")
            _own(database_url, "shop_one")
            _rotate(root, database_url)
        finally:
            Path(where).write_text(hba)
            root.execute("SELECT pg_reload_conf()")
            _own(database_url, "CURRENT_USER")
            with psycopg.connect(database_url, autocommit=True) as conn:
                conn.execute("DROP OWNED BY shop_one, shop_two")
            root.execute("DROP ROLE shop_one, shop_two")


def _own(database_url: str, role: LiteralString) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn:
        name = sql.Identifier(conn.info.dbname)
        conn.execute(sql.SQL("ALTER DATABASE {} OWNER TO ").format(name) + sql.SQL(role))


def _rotate(root: psycopg.Connection[Any], database_url: str) -> None:
    def reach(role: str, password: str) -> psycopg.Connection[Any]:
        return psycopg.connect(database_url, user=role, password=password, autocommit=True)

    def refuses(role: str, password: str) -> bool:
        with pytest.raises(psycopg.OperationalError, match=r"authentication failed|not permitted to log in"):
            reach(role, password).close()
        return True

    wait_until(lambda: refuses("shop_one", "wrong"), "passwords are not asked for")
    with reach("shop_one", "one") as before:
        before.execute("CREATE TABLE of_the_shop (id int)")
        root.execute("CREATE ROLE shop_two LOGIN PASSWORD 'two' IN ROLE shop_one")
        root.execute("ALTER ROLE shop_two SET role TO shop_one")

        # Both, while one server after the other is started with the new one; what it makes is the shop's.
        with reach("shop_two", "two") as after:
            after.execute("ALTER TABLE of_the_shop ADD note text; CREATE TABLE made_since (id int)")
            made_by = after.execute(
                "SELECT tableowner FROM pg_tables WHERE tablename = 'made_since'"
            ).fetchall()
        reach("shop_one", "one").close()
        root.execute("ALTER ROLE shop_one NOLOGIN")

        # A connection that is open goes on, and no other one comes.
        before.execute("INSERT INTO of_the_shop (id) VALUES (1)")
    assert made_by == [("shop_one",)]
    assert refuses("shop_one", "one")
    reach("shop_two", "two").close()


def test_the_place_of_backups_takes_a_second_key_and_ends_the_first(tmp_path: Path) -> None:
    (tmp_path / "place").mkdir()

    def takes(secret: str, *valid: str) -> bool:
        with _a_place(tmp_path, list(valid)) as url:
            config = tmp_path / "rclone.conf"
            obscured = subprocess.run(
                ["rclone", "obscure", secret], capture_output=True, text=True, check=True
            ).stdout.strip()
            config.write_text(
                f"[box]\ntype = webdav\nurl = {url}\nvendor = other\nuser = {secret}\npass = {obscured}\n"
            )
            try:
                Place("box:ieum", proofs=Proofs(()), config=config).put("a", b"1")
            except BackupError as error:
                return "401" not in str(error)
            return True

    assert [takes(secret, "old") for secret in ("old", "new")] == [True, False]
    assert [takes(secret, "old", "new") for secret in ("old", "new")] == [True, True]
    assert [takes(secret, "new") for secret in ("old", "new")] == [False, True]


@contextmanager
def _a_place(folder: Path, valid: list[str]) -> Generator[str]:
    """A server of files that knows these users, whose passwords are their names."""
    port = free_port()
    lines = [f"{one}:{{SHA}}{b64encode(sha1(one.encode()).digest()).decode()}" for one in valid]  # noqa: S324 - htpasswd
    (folder / "users").write_text("\n".join(lines) + "\n")
    words = ["--addr", f"127.0.0.1:{port}", "--htpasswd", str(folder / "users")]
    with subprocess.Popen(
        ["rclone", "serve", "webdav", *words, str(folder / "place")], stderr=subprocess.DEVNULL
    ) as server:
        try:
            wait_for_answer(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


async def test_where_the_providers_secret_ends_too_soon_nothing_is_charged_and_both_ways_go_on(
    till: Till, settings: Settings
) -> None:
    """With the settings as they are the shop stands still; the new secret is this provider's, from then on."""
    paid, buying = await a_paid(till), await till.order()
    brought = await till.pay(buying)
    desk = Toss(till.sandbox, till.wire, settings.toss_normal.secret)
    await desk.accept(NEW)

    refused = await till.confirm(buying, brought)
    await refund(till, paid)
    await till.try_to_give_back(paid.order_id)

    assert (refused.status_code, "retry-after" in refused.headers) == (503, True)
    assert [(await till.view(one))["state"] for one in (buying, paid)] == ["awaiting_payment", "refunding"]

    # As a restart with the new secret does.
    await desk.accept(settings.toss_normal.secret)
    await till.confirm(buying, brought)
    await till.give_back(paid.order_id)

    assert [(await till.view(one))["state"] for one in (buying, paid)] == ["paid", "refunded"]
    assert await till.received() == buying.order["amount"]


async def test_an_sms_waits_where_the_carriers_secret_has_ended_too_soon(
    sandbox: httpx.AsyncClient, wire: Wire, settings: Settings
) -> None:
    assert settings.sms is not None
    account = settings.sms
    desk = Solapi(sandbox, wire, account.secret)
    client = SolapiTexter(
        "http://sandbox/solapi", account.key, account.secret, sender=account.sender, transport=wire
    )
    message = Message(7, "sms", "01012345678", "", "인증번호는 123456 입니다.", None)
    await desk.accept(NEW)

    with pytest.raises(CarrierUnavailableError, match="SignatureDoesNotMatch"):
        await client.send(message)

    await desk.accept(account.secret)
    await client.send(message)
    await client.close()
    assert len((await sandbox.get("/inbox/messages")).json()) == 1
