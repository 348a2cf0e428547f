"""What the environment says, checked once at the start."""

import re
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from ieum.shop.kernel.sealing import Sealer

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
SANDBOX_PREFIX = ("test_", "dev-", "ieum-sandbox")
# Known to everybody, so it guards nothing but sandbox cards.
SANDBOX_SEALING_KEY = "aWV1bS1zYW5kYm94LXNlYWxpbmcta2V5LTIwMjYtMTE="


class SettingsError(Exception):
    """One line that names the variable and says what to do."""


class KeyPair(msgspec.Struct, frozen=True):
    """A client key for the browser and the secret that belongs to it."""

    client: str
    secret: str


class SmsAccount(msgspec.Struct, frozen=True):
    """The carrier's account, and the number that its messages come from."""

    url: str
    key: str
    secret: str
    sender: str


class IdentityAccount(msgspec.Struct, frozen=True):
    """The identity provider's account: what its script in the browser is told, and the secret of the server."""

    url: str
    sdk_url: str
    store_id: str
    channel_key: str
    secret: str


class IndexNow(msgspec.Struct, frozen=True):
    """Where search engines hear of changed pages, and the key that proves that the pages are ours."""

    url: str
    key: str


class Networks:
    """Ranges of addresses; to ask costs a look-up for every length of prefix that there is, however many ranges."""

    def __init__(self, ranges: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        # By version and by the bits that do not count: the bits that do.
        self._ranges: dict[tuple[int, int], set[int]] = {}
        for one in ranges:
            free = one.max_prefixlen - one.prefixlen
            self._ranges.setdefault((one.version, free), set()).add(int(one.network_address) >> free)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def __contains__(self, address: IPv4Address | IPv6Address) -> bool:
        version, number = address.version, int(address)
        return any(of == version and number >> free in starts for (of, free), starts in self._ranges.items())


class Settings(msgspec.Struct, frozen=True):
    production: bool
    port: int
    workers: int
    # How many jobs a worker has under way: most of them wait for somebody outside.
    jobs_at_once: int
    data: Path
    database_url: str
    public_url: str
    secret_key: str
    # The newest first: what is sealed in the database opens with any of them.
    sealing_keys: tuple[str, ...]
    trusted_proxies: Networks
    toss_api_url: str
    toss_sdk_url: str
    toss_normal: KeyPair
    toss_billing: KeyPair
    smtp_url: str
    # None: production without an account. What needs it is refused with its reason.
    sms: SmsAccount | None
    identity: IdentityAccount | None
    web_dist: Path
    # Where the programs lie that releases name.
    downloads: Path
    # None: nobody is told of changes.
    index_now: IndexNow | None = None


def load(environ: Mapping[str, str], *, database_url: str = "") -> Settings:
    """Read and check every setting; `database_url` stands in where the environment names none.

    Raises SettingsError with one clear line. In production nothing of the sandbox is accepted.
    """
    read = _Reader(environ)
    production = read.one_of("IEUM_ENV", ("development", "production")) == "production"
    port = read.integer("IEUM_PORT", 8000)
    sandbox_port = read.integer("IEUM_SANDBOX_PORT", 8001)
    smtp_port = read.integer("IEUM_SANDBOX_SMTP_PORT", 8002)
    stand_in = f"http://localhost:{sandbox_port}"
    sandbox = "" if production else f"{stand_in}/toss"
    data = Path(environ.get("IEUM_DATA") or "var").resolve()
    settings = Settings(
        production=production,
        port=port,
        workers=read.integer("IEUM_WORKERS", 1),
        jobs_at_once=read.integer("IEUM_JOBS_AT_ONCE", 16),
        data=data,
        database_url=environ.get("IEUM_DATABASE_URL") or database_url,
        public_url=read.public_url(port, production=production),
        secret_key=read.secret(data, production=production),
        sealing_keys=read.sealing_keys(production=production),
        trusted_proxies=read.networks("IEUM_TRUSTED_PROXIES"),
        toss_api_url=read.url(
            "IEUM_TOSS_API_URL", "https://api.tosspayments.com" if production else sandbox
        ).rstrip("/"),
        toss_sdk_url=read.url(
            "IEUM_TOSS_SDK_URL",
            "https://js.tosspayments.com/v2/standard" if production else f"{sandbox}/v2/standard",
        ),
        toss_normal=read.keys("IEUM_TOSS", "ieum_sandbox", production=production),
        toss_billing=read.keys("IEUM_TOSS_BILLING", "ieum_sandbox_billing", production=production),
        smtp_url=read.text("IEUM_SMTP_URL", "" if production else f"smtp://localhost:{smtp_port}"),
        sms=read.sms(stand_in, production=production),
        identity=read.identity(stand_in, production=production),
        index_now=read.index_now(stand_in, production=production),
        web_dist=Path(environ.get("IEUM_WEB_DIST") or Path(__file__).parents[3] / "web" / "dist"),
        downloads=Path(environ.get("IEUM_DOWNLOADS") or data / "downloads").resolve(),
    )
    if not settings.database_url:
        raise SettingsError(
            "IEUM_DATABASE_URL is not set and no embedded PostgreSQL is running: set it, or start `ieum up`."
        )
    return settings


class _Reader:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ

    def text(self, name: str, default: str) -> str:
        value = self.environ.get(name) or default
        if not value:
            raise SettingsError(f"{name} is not set; production needs it.")
        return value

    def one_of(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self.environ.get(name) or allowed[0]
        if value not in allowed:
            raise SettingsError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
        return value

    def integer(self, name: str, default: int) -> int:
        value = self.environ.get(name) or str(default)
        if not re.fullmatch(r"[0-9]{1,5}", value) or not 0 < int(value) <= 65535:
            raise SettingsError(f"{name} is {value!r}; it must be a number from 1 to 65535.")
        return int(value)

    def url(self, name: str, default: str) -> str:
        value = self.text(name, default)
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingsError(f"{name} is {value!r}; it must be an http or https address.")
        return value

    def public_url(self, port: int, *, production: bool) -> str:
        value = self.url("IEUM_PUBLIC_URL", "" if production else f"http://localhost:{port}").rstrip("/")
        parts = urlsplit(value)
        # Cookies are `Secure` only under https; a proxy on this machine may still be tried without.
        if production and parts.scheme != "https" and parts.hostname not in LOCAL_HOSTS:
            raise SettingsError(
                f"IEUM_PUBLIC_URL is {value!r}; production needs an https address: logins travel with every request."
            )
        return value

    def networks(self, name: str) -> Networks:
        try:
            return Networks(
                ip_network(part.strip()) for part in self.environ.get(name, "").split(",") if part.strip()
            )
        except ValueError as error:
            raise SettingsError(
                f"{name}: {error}; give addresses or networks, separated by commas."
            ) from None

    def secret(self, data: Path, *, production: bool) -> str:
        value = self.environ.get("IEUM_SECRET_KEY", "")
        kept = data / "secret.key"
        if not value and not production and kept.is_file():
            value = kept.read_text().strip()
        if not value and not production:
            value = "dev-secret-key-that-production-refuses-to-use"
        if len(value) < 32 or (production and value.startswith(SANDBOX_PREFIX)):
            raise SettingsError(
                "IEUM_SECRET_KEY must be at least 32 random characters, made for this shop alone."
            )
        return value

    def sealing_keys(self, *, production: bool) -> tuple[str, ...]:
        keys = tuple(
            key.strip() for key in self.environ.get("IEUM_SEALING_KEYS", "").split(",") if key.strip()
        )
        if not keys and not production:
            keys = (SANDBOX_SEALING_KEY,)
        try:
            Sealer(keys)
        except ValueError:
            keys = ()
        if not keys or (production and SANDBOX_SEALING_KEY in keys):
            raise SettingsError(
                "IEUM_SEALING_KEYS must be one or more keys of 32 random bytes in URL-safe base64, the newest first,"
                " separated by commas."
            )
        return keys

    def sms(self, stand_in: str, *, production: bool) -> SmsAccount | None:
        given = self.account(
            {
                "IEUM_SOLAPI_KEY": "ieum-sandbox",
                "IEUM_SOLAPI_SECRET": "ieum-sandbox-secret",
                "IEUM_SMS_SENDER": "0212345678",
            },
            production=production,
        )
        url = self.url(
            "IEUM_SOLAPI_URL", "https://api.solapi.com" if production else f"{stand_in}/solapi"
        ).rstrip("/")
        if given is None:
            return None
        key, secret, sender = given
        if not re.fullmatch(r"[0-9-]{8,14}", sender):
            raise SettingsError(
                f"IEUM_SMS_SENDER is {sender!r}; it must be the registered number, in digits."
            )
        return SmsAccount(url, key, secret, sender.replace("-", ""))

    def identity(self, stand_in: str, *, production: bool) -> IdentityAccount | None:
        given = self.account(
            {
                "IEUM_PORTONE_STORE_ID": "ieum-sandbox-store",
                "IEUM_PORTONE_CHANNEL_KEY": "ieum-sandbox-channel",
                "IEUM_PORTONE_SECRET": "ieum-sandbox-secret",
            },
            production=production,
        )
        url = self.url(
            "IEUM_PORTONE_URL", "https://api.portone.io" if production else f"{stand_in}/portone"
        ).rstrip("/")
        sdk_url = self.url(
            "IEUM_PORTONE_SDK_URL",
            "https://cdn.portone.io/v2/browser-sdk.js"
            if production
            else f"{stand_in}/portone/v2/browser-sdk.js",
        )
        return given and IdentityAccount(url, sdk_url, *given)

    def index_now(self, stand_in: str, *, production: bool) -> IndexNow | None:
        key = self.environ.get("IEUM_INDEXNOW_KEY", "")
        url = self.url(
            "IEUM_INDEXNOW_URL",
            "https://searchadvisor.naver.com/indexnow" if production else f"{stand_in}/indexnow",
        )
        if not key:
            return None
        if not re.fullmatch(r"[A-Za-z0-9-]{8,128}", key):
            raise SettingsError("IEUM_INDEXNOW_KEY must be 8 to 128 letters, digits or hyphens.")
        return IndexNow(url, key)

    def account(self, sandbox: Mapping[str, str], *, production: bool) -> tuple[str, str, str] | None:
        """What an account needs, all of it or nothing; None where production has none."""
        first, second, third = sandbox
        if production and not any(self.environ.get(name) for name in sandbox):
            return None
        default: Mapping[str, str] = {} if production else sandbox
        values = [self.text(name, default.get(name, "")) for name in sandbox]
        if production and any(value.startswith(SANDBOX_PREFIX) for value in values):
            raise SettingsError(f"{first}, {second} and {third} are the sandbox's; production needs its own.")
        return values[0], values[1], values[2]

    def keys(self, prefix: str, sandbox: str, *, production: bool) -> KeyPair:
        default = "" if production else sandbox
        pair = KeyPair(
            self.text(f"{prefix}_CLIENT_KEY", default and f"test_ck_{default}"),
            self.text(f"{prefix}_SECRET_KEY", default and f"test_sk_{default}"),
        )
        if production and (pair.client.startswith(SANDBOX_PREFIX) or pair.secret.startswith(SANDBOX_PREFIX)):
            raise SettingsError(
                f"{prefix}_CLIENT_KEY and {prefix}_SECRET_KEY are test keys; production needs live ones."
            )
        return pair
