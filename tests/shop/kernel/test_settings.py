"""What the environment may say, and what production refuses to start with."""

from pathlib import Path

import psycopg
import pytest

from ieum.dev.sandbox.settings import SandboxSettings
from ieum.shop.kernel.db import Connection, Database, run_with_database
from ieum.shop.kernel.settings import IdentityAccount, SettingsError, SmsAccount, load, sealing_keys
from ieum.shop.publishing.importing import follow_configuration
from ieum.shop.server.demo import seed
from ieum.shop.server.startup import DEMO_LOGIN, FOOTER, refuse_unfit
from tests.conftest import RollingBack
from tests.shop.builders.members import a_member

SOLD = "SELECT static_enabled, ticket_enabled, points_enabled, dynamic_enabled FROM site_config"
SECRET = "0123456789abcdef0123456789abcdef"
PRODUCTION = {
    "IEUM_ENV": "production",
    "IEUM_DATABASE_URL": "postgresql:///ieum",
    "IEUM_PUBLIC_URL": "https://ieum.example/",
    "IEUM_SECRET_KEY": SECRET,
    "IEUM_SEALING_KEYS": "bm90LXRoZS1zYW5kYm94LWtleS0wMTIzNDU2Nzg5YWI=",
    "IEUM_TOSS_CLIENT_KEY": "live_ck_1",
    "IEUM_TOSS_SECRET_KEY": "live_sk_1",
    "IEUM_TOSS_BILLING_CLIENT_KEY": "live_ck_2",
    "IEUM_TOSS_BILLING_SECRET_KEY": "live_sk_2",
    "IEUM_SMTP_URL": "smtp://mail.example",
}


def test_on_a_developers_machine_everything_points_to_the_sandbox(tmp_path: Path) -> None:
    settings = load({"IEUM_DATA": str(tmp_path), "IEUM_SANDBOX_PORT": "9001"}, database_url="postgresql:///x")

    assert settings.public_url == "http://localhost:8000"
    assert settings.toss_api_url == "http://localhost:9001/toss"
    assert settings.toss_sdk_url == "http://localhost:9001/toss/v2/standard"
    assert settings.toss_normal.client == "test_ck_ieum_sandbox"
    assert settings.smtp_url == "smtp://localhost:8002"


def test_in_production_the_provider_is_the_real_one() -> None:
    settings = load(PRODUCTION)

    assert settings.toss_api_url == "https://api.tosspayments.com"
    assert settings.toss_sdk_url == "https://js.tosspayments.com/v2/standard"
    assert settings.public_url == "https://ieum.example"


SMS = {"IEUM_SOLAPI_KEY": "NCS1", "IEUM_SOLAPI_SECRET": "s", "IEUM_SMS_SENDER": "02-1234-5678"}
IDENTITY = {
    "IEUM_PORTONE_STORE_ID": "store-1",
    "IEUM_PORTONE_CHANNEL_KEY": "channel-key-1",
    "IEUM_PORTONE_SECRET": "s",
}


def test_on_a_developers_machine_sms_and_identities_are_the_sandboxs(tmp_path: Path) -> None:
    settings = load({"IEUM_DATA": str(tmp_path), "IEUM_SANDBOX_PORT": "9001"}, database_url="postgresql:///x")
    known = SandboxSettings()

    assert settings.sms == SmsAccount(
        "http://localhost:9001/solapi", known.solapi_key, known.solapi_secret, "0212345678"
    )
    assert settings.identity == IdentityAccount(
        "http://localhost:9001/portone",
        "http://localhost:9001/portone/v2/browser-sdk.js",
        known.portone_store_id,
        known.portone_channel_key,
        known.portone_secret,
    )


def test_production_may_do_without_sms_and_identities() -> None:
    settings = load(PRODUCTION)

    assert (settings.sms, settings.identity) == (None, None)


def test_production_uses_the_real_carrier_and_identity_provider() -> None:
    settings = load(PRODUCTION | SMS | IDENTITY)

    assert settings.sms == SmsAccount("https://api.solapi.com", "NCS1", "s", "0212345678")
    assert settings.identity == IdentityAccount(
        "https://api.portone.io",
        "https://cdn.portone.io/v2/browser-sdk.js",
        "store-1",
        "channel-key-1",
        "s",
    )


@pytest.mark.parametrize("name", [*SMS, *IDENTITY])
def test_half_of_an_accounts_settings_refuse_to_start(name: str) -> None:
    environ = {key: value for key, value in (SMS | IDENTITY).items() if key != name}

    with pytest.raises(SettingsError, match=name):
        load(PRODUCTION | environ)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("IEUM_SOLAPI_KEY", "ieum-sandbox"),
        ("IEUM_SOLAPI_SECRET", "ieum-sandbox-secret"),
        ("IEUM_SMS_SENDER", "이음"),
        ("IEUM_SOLAPI_URL", "localhost"),
        ("IEUM_PORTONE_STORE_ID", "ieum-sandbox-store"),
        ("IEUM_PORTONE_SECRET", "ieum-sandbox-secret"),
        ("IEUM_PORTONE_SDK_URL", "browser-sdk.js"),
    ],
)
def test_sandbox_keys_in_production_refuse_to_start(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name) as refused:
        load(PRODUCTION | SMS | IDENTITY | {name: value})

    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://localhost:8000", "http://127.0.0.1", "http://[::1]:8000"])
def test_production_on_localhost_needs_no_https(url: str) -> None:
    assert load(PRODUCTION | {"IEUM_PUBLIC_URL": url}).public_url == url


@pytest.mark.parametrize("name", sorted(set(PRODUCTION) - {"IEUM_ENV"}))
def test_production_needs_every_setting(name: str, tmp_path: Path) -> None:
    environ = {key: value for key, value in PRODUCTION.items() if key != name}

    with pytest.raises(SettingsError, match=name) as refused:
        load(environ | {"IEUM_DATA": str(tmp_path)})

    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("IEUM_ENV", "prod"),
        ("IEUM_PORT", "http"),
        ("IEUM_PORT", "0"),
        ("IEUM_PORT", "65536"),
        ("IEUM_PUBLIC_URL", "ieum.example"),
        ("IEUM_PUBLIC_URL", "ftp://ieum.example"),
        ("IEUM_PUBLIC_URL", "http://ieum.example"),
        ("IEUM_PUBLIC_URL", "http://localhost.ieum.example"),
        ("IEUM_TRUSTED_PROXIES", "10.0.0.0/8, proxy"),
        ("IEUM_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("IEUM_SECRET_KEY", "short"),
        ("IEUM_SECRET_KEY", "dev-secret-key-that-production-refuses-to-use"),
        ("IEUM_TOSS_CLIENT_KEY", "test_ck_x"),
        ("IEUM_TOSS_SECRET_KEY", "test_sk_x"),
        ("IEUM_TOSS_BILLING_SECRET_KEY", "test_sk_x"),
        ("IEUM_TOSS_API_URL", "localhost"),
    ],
)
def test_an_impossible_setting_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(
        SettingsError, match=name.removesuffix("_CLIENT_KEY").removesuffix("_SECRET_KEY")
    ) as refused:
        load(PRODUCTION | {name: value})

    assert "\n" not in str(refused.value)


def test_the_secret_that_was_made_for_this_data_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("made-for-this-folder-and-no-other\n")

    settings = load({"IEUM_DATA": str(tmp_path)}, database_url="x")

    assert settings.secret_key == "made-for-this-folder-and-no-other"


async def fill_footer(conn: Connection) -> None:
    for column in FOOTER:
        await conn.execute(f"UPDATE site_config SET {column} = 'x'".encode())


async def test_production_starts_with_a_complete_footer_and_no_demo(
    conn: Connection, db: RollingBack
) -> None:
    await fill_footer(conn)

    await refuse_unfit(db)


@pytest.mark.parametrize("column", sorted(FOOTER))
async def test_an_empty_footer_field_refuses_to_start(conn: Connection, db: RollingBack, column: str) -> None:
    await fill_footer(conn)
    await conn.execute(f"UPDATE site_config SET {column} = ''".encode())

    with pytest.raises(SettingsError, match=column):
        await refuse_unfit(db)


async def test_the_demo_shop_refuses_to_become_a_real_one(conn: Connection, db: RollingBack) -> None:
    await fill_footer(conn)
    await a_member(conn, login_id=DEMO_LOGIN)

    with pytest.raises(SettingsError, match="demo"):
        await refuse_unfit(db)


def test_the_demo_is_not_added_to_a_real_shop() -> None:
    with pytest.raises(SettingsError, match="demo"):
        seed(load(PRODUCTION))


def test_the_demo_sells_all_that_works_and_keeps_what_was_switched_since(
    database_url: str, tmp_path: Path
) -> None:
    settings = load({"IEUM_DATA": str(tmp_path)}, database_url=database_url)
    seed(settings)
    with psycopg.connect(database_url) as conn:
        sold = conn.execute(SOLD).fetchone()
        conn.execute("UPDATE site_config SET ticket_enabled = false")

    seed(settings)

    with psycopg.connect(database_url) as conn:
        sold_since = conn.execute(SOLD).fetchone()
    assert sold == (True, True, True, True)
    assert sold_since == (True, False, True, True)


def test_the_demo_lets_one_machine_try_it_and_keeps_limits_that_were_set_since(
    database_url: str, tmp_path: Path
) -> None:
    settings = load({"IEUM_DATA": str(tmp_path)}, database_url=database_url)
    limits = "SELECT sign_ups_an_hour, network_hold_percent FROM site_config"
    with psycopg.connect(database_url) as conn:
        strict = conn.execute(limits).fetchone()
    seed(settings)
    with psycopg.connect(database_url) as conn:
        lifted = conn.execute(limits).fetchone()
        conn.execute("UPDATE site_config SET sign_ups_an_hour = 7")

    seed(settings)

    with psycopg.connect(database_url) as conn:
        assert conn.execute(limits).fetchone() == (7, 100)
    assert (strict, lifted) == ((60, 20), (100_000, 100))


def test_the_demo_publishes_its_texts_once(database_url: str, tmp_path: Path) -> None:
    """Published again within the first minute, the terms were others than those that an order agreed to."""
    seed(load({"IEUM_DATA": str(tmp_path)}, database_url=database_url))

    async def follow(db: Database) -> None:
        async with db.transaction() as conn:
            await follow_configuration(conn)

    run_with_database(database_url, follow)

    with psycopg.connect(database_url) as conn:
        assert conn.execute("SELECT max(number) FROM content_versions").fetchone() == (1,)


def test_adding_the_demo_again_changes_nothing(database_url: str, tmp_path: Path) -> None:
    settings = load({"IEUM_DATA": str(tmp_path)}, database_url=database_url)

    seed(settings)
    token = (tmp_path / "demo-gateway.token").read_text()
    seed(settings)

    assert (tmp_path / "demo-gateway.token").read_text() == token
    assert (tmp_path / "demo-gateway.token").stat().st_mode & 0o077 == 0


def test_secret_keys_are_listed_the_newest_first_and_former_ones_apart() -> None:
    older, former = "1" * 32, "2" * 32

    key = load(PRODUCTION | {"IEUM_SECRET_KEY": f"{SECRET}, {older},", "IEUM_FORMER_KEYS": former}).secret_key

    assert key == SECRET
    assert key.accepted == (SECRET, older)
    assert key.recognised == (SECRET, older, former)


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"IEUM_SECRET_KEY": f"{SECRET},short"}, "IEUM_SECRET_KEY"),
        ({"IEUM_SECRET_KEY": ","}, "IEUM_SECRET_KEY"),
        ({"IEUM_SECRET_KEY": f"{SECRET},dev-{SECRET}"}, "IEUM_SECRET_KEY"),
        ({"IEUM_FORMER_KEYS": "short"}, "IEUM_FORMER_KEYS"),
        ({"IEUM_FORMER_KEYS": SECRET}, "IEUM_FORMER_KEYS"),
    ],
    ids=["short", "none", "the sandbox's", "short and former", "in both"],
)
def test_a_wrong_list_of_secret_keys_is_named(environ: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        load(PRODUCTION | environ)


@pytest.mark.parametrize(
    "spelling",
    [" {key} ", "{key},", "{head} {tail}", "{key}=", "{slashed}"],
    ids=["around", "comma", "within", "filled", "plain-base64"],
)
def test_a_sealing_key_is_the_same_key_however_it_is_spelled(spelling: str) -> None:
    """Each of these opened all that the key has sealed, and `serve` refused it as the key of another shop."""
    key = "c3RhbmQtaW4tc3RhbmQtaW4tc3RhbmQ_aW4-MTIzNCE="
    written = spelling.format(
        key=key, head=key[:10], tail=key[10:], slashed=key.replace("-", "+").replace("_", "/")
    )

    assert sealing_keys({"IEUM_ENV": "production", "IEUM_SEALING_KEYS": written}) == (key,)
