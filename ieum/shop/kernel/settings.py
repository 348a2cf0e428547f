"""The settings: environment variables, read and checked once at the start."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from ieum.common.files import WEB_DIST
from ieum.common.logs import FORMS
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.secret_keys import SecretKey

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
SANDBOX_PREFIX = ("test_", "dev-", "ieum-sandbox")
# In the public source, so it protects nothing but the sandbox's cards.
SANDBOX_SEALING_KEY = "aWV1bS1zYW5kYm94LXNlYWxpbmcta2V5LTIwMjYtMTE="


# A database's URL that nobody can read in two ways, which spares the processes that need no driver from loading it.
_PLAIN_DATABASE_URL = re.compile(
    r"postgres(ql)?://([\w.~-]+(:([\w.~!*-]|%(?!00)[0-7][0-9A-Fa-f])*)?@)?"
    r"([\w.-]+(:[0-9]+)?(,[\w.-]+(:[0-9]+)?)*)?(/[\w.-]*)?"
    r"(\?(?!.*password)[a-z_]+=([\w.,/:-]|%2[0F])*(&[a-z_]+=([\w.,/:-]|%2[0F])*)*)?",
    re.ASCII,
)


class SettingsError(Exception):
    """A setting is missing or malformed; the message is one line that names the variable and says what to do."""


class KeyPair(msgspec.Struct, frozen=True):
    """A client key for the browser and the secret key that belongs to it."""

    client: str
    secret: str


class SmsAccount(msgspec.Struct, frozen=True):
    """The account at the SMS carrier, and the number that messages are sent from."""

    url: str
    key: str
    secret: str
    sender: str


class IdentityAccount(msgspec.Struct, frozen=True):
    """The account at the identity provider: what its script in the browser needs, and the server's secret."""

    url: str
    sdk_url: str
    store_id: str
    channel_key: str
    secret: str


class IndexNow(msgspec.Struct, frozen=True):
    """The address for notifying search engines of changed pages, and the key that proves the pages ours."""

    url: str
    key: str


class Networks:
    """A set of address ranges. Testing an address costs one look-up per prefix length, however many ranges."""

    def __init__(self, ranges: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        # By IP version and number of host bits: the network bits of each range.
        self._prefixes: dict[tuple[int, int], set[int]] = {}
        for network in ranges:
            host_bits = network.max_prefixlen - network.prefixlen
            prefixes = self._prefixes.setdefault((network.version, host_bits), set())
            prefixes.add(int(network.network_address) >> host_bits)

    def __bool__(self) -> bool:
        return bool(self._prefixes)

    def __contains__(self, address: IPv4Address | IPv6Address) -> bool:
        number = int(address)
        return any(
            version == address.version and number >> host_bits in prefixes
            for (version, host_bits), prefixes in self._prefixes.items()
        )


class Settings(msgspec.Struct, frozen=True):
    production: bool
    # The address on which servers listen: behind a proxy on the same machine, nobody else needs to reach them.
    listen: str
    port: int
    workers: int
    # How long a server that is to stop goes on answering while `/readyz` sends others elsewhere.
    drain_seconds: int
    # How many jobs a worker runs at once; most of their time they wait for other systems.
    jobs_at_once: int
    data: Path
    database_url: str
    public_url: str
    # As text the newest: it signs; those before it are accepted, or recognised, as secret_keys.py says.
    secret_key: SecretKey
    # The newest first: it seals; all of them open what is sealed in the database.
    sealing_keys: tuple[str, ...]
    trusted_proxies: Networks
    toss_api_url: str
    toss_sdk_url: str
    toss_normal: KeyPair
    toss_billing: KeyPair
    smtp_url: str
    # None in a production without an account; whatever needs one is then refused with that reason.
    sms: SmsAccount | None
    identity: IdentityAccount | None
    web_dist: Path
    # The folder of the programs that releases offer.
    downloads: Path
    # Whom security.txt names (RFC 9116); empty: the shop's mail address.
    security_contact: str = ""
    # Where the status page is served from another host; empty: nowhere.
    status_url: str = ""
    # The folder into which the status page is written as files; None: nowhere.
    status_folder: Path | None = None
    # "text" for people or "json" for machines; and whether each request is a line of it.
    log: str = "text"
    logs_requests: bool = False
    # None where search engines are not notified.
    index_now: IndexNow | None = None
    # DNS lists in which exit addresses are looked up, and the server to ask; None asks the host's own resolvers.
    block_lists: tuple[str, ...] = ()
    block_list_server: tuple[str, int] | None = None
    # A CSV file that says which carrier a network belongs to.
    carrier_networks: Path | None = None
    # Where `work`, which answers nobody else, tells Prometheus what it has counted.
    work_metrics: tuple[str, int] | None = None

    @property
    def is_https(self) -> bool:
        """Tell whether visitors reach the shop over TLS, which decides on HSTS and on the names of cookies."""
        return self.public_url.startswith("https:")

    @property
    def status_page(self) -> str:
        """Return the address of the status page: on the second host, if there is one."""
        return self.status_url or f"{self.public_url}/status"


def load(environ: Mapping[str, str], *, database_url: str = "") -> Settings:
    """Read and check every setting; `database_url` is used where the environment names none.

    Raises SettingsError. In production the sandbox's keys and secrets are refused.
    """
    read = _Reader(environ)
    smtp_port = read.integer("IEUM_SANDBOX_SMTP_PORT", 8002)
    data = Path(environ.get("IEUM_DATA") or "var").resolve()
    settings = Settings(
        production=read.production,
        listen=read.address("IEUM_LISTEN", "0.0.0.0" if read.production else "127.0.0.1"),  # noqa: S104
        port=read.port,
        workers=read.integer("IEUM_WORKERS", 1),
        drain_seconds=read.integer("IEUM_DRAIN_SECONDS", 10 if read.production else 0, least=0),
        jobs_at_once=read.integer("IEUM_JOBS_AT_ONCE", 16),
        data=data,
        database_url=database_setting(environ, "IEUM_DATABASE_URL") or database_url,
        public_url=read.public_url(),
        secret_key=read.secret(data),
        sealing_keys=sealing_keys(environ),
        trusted_proxies=read.networks("IEUM_TRUSTED_PROXIES"),
        toss_api_url=read.api_url("IEUM_TOSS_API_URL", "https://api.tosspayments.com", "/toss"),
        toss_sdk_url=read.provider_url(
            "IEUM_TOSS_SDK_URL", "https://js.tosspayments.com/v2/standard", "/toss/v2/standard"
        ),
        toss_normal=read.keys("IEUM_TOSS", "ieum_sandbox"),
        toss_billing=read.keys("IEUM_TOSS_BILLING", "ieum_sandbox_billing"),
        smtp_url=read.text("IEUM_SMTP_URL", "" if read.production else f"smtp://localhost:{smtp_port}"),
        sms=read.sms(),
        identity=read.identity(),
        security_contact=read.contact("IEUM_SECURITY_CONTACT"),
        index_now=read.index_now(),
        web_dist=Path(environ.get("IEUM_WEB_DIST") or WEB_DIST),
        downloads=Path(environ.get("IEUM_DOWNLOADS") or data / "downloads").resolve(),
        block_lists=read.names("IEUM_BLOCK_LISTS"),
        block_list_server=read.server("IEUM_BLOCK_LIST_SERVER"),
        carrier_networks=read.file("IEUM_CARRIER_NETWORKS"),
        work_metrics=read.listener("IEUM_WORK_METRICS_PORT"),
        status_url=read.url("IEUM_STATUS_URL", environ["IEUM_STATUS_URL"])
        if environ.get("IEUM_STATUS_URL")
        else "",
        status_folder=Path(environ["IEUM_STATUS_FOLDER"]).resolve()
        if environ.get("IEUM_STATUS_FOLDER")
        else None,
        log=read.one_of("IEUM_LOG", FORMS[::-1] if read.production else FORMS),
        logs_requests=read.one_of("IEUM_LOG_REQUESTS", ("yes", "no") if read.production else ("no", "yes"))
        == "yes",
    )
    if not settings.database_url:
        raise SettingsError(
            "IEUM_DATABASE_URL is not set and no embedded PostgreSQL is running: set it, or start `ieum up`."
        )
    return settings


def database_setting(environ: Mapping[str, str], name: str) -> str:
    """The database that a variable names, or "". Raises SettingsError, which repeats nothing of it.

    Where signs of a password are not escaped, libpq takes a part of it for a host, a port or an option, and says that
    part in its errors, from where it would come into logs, alarms and reports.
    """
    value = environ.get(name, "")
    if value and not _PLAIN_DATABASE_URL.fullmatch(value) and not _is_database(value):
        raise SettingsError(
            f"{name} cannot be read: write it as postgresql://user:password@host/name, and special characters of the"
            " password percent-encoded (@ as %40, % as %25)."
        )
    return value


def _is_database(value: str) -> bool:
    from psycopg import Error  # noqa: PLC0415 - most processes that read settings need no driver
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    try:
        said = conninfo_to_dict(value)
    except (Error, ValueError):
        return False
    hosts = str(said.get("host") or "").split(",")
    # Folders of sockets may have any name.
    if any(re.search(r"[@\s\x00-\x1f\x7f]", host) for host in hosts if not host.startswith("/")):
        return False
    if not value.startswith(("postgresql://", "postgres://")):
        return True
    before, _, path = value.split("://", 1)[1].partition("/")
    is_cut = before.count("@") > 1 or "@" in path.split("?", 1)[0]
    return not is_cut and re.fullmatch(r"[0-9,]*", str(said.get("port") or "")) is not None


def sealing_keys(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The keys that seal, the newest first, of which a program may need nothing else. Raises SettingsError."""
    is_production = environ.get("IEUM_ENV") == "production"
    keys = tuple(key.strip() for key in environ.get("IEUM_SEALING_KEYS", "").split(",") if key.strip())
    if not keys and not is_production:
        keys = (SANDBOX_SEALING_KEY,)
    try:
        Sealer(keys)
        # One spelling of each: a blank within a key that was pasted opens all the same, but its mark is another one.
        keys = tuple(urlsafe_b64encode(urlsafe_b64decode(key)).decode() for key in keys)
    except ValueError:
        keys = ()
    if not keys or (is_production and SANDBOX_SEALING_KEY in keys):
        raise SettingsError(
            "IEUM_SEALING_KEYS must be one or more keys of 32 random bytes in URL-safe base64, the newest first,"
            " separated by commas."
        )
    return keys


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 65535:
        raise ValueError(text)
    return int(text)


class _Reader:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self.production = self.one_of("IEUM_ENV", ("development", "production")) == "production"
        self.port = self.integer("IEUM_PORT", 8000)
        self.sandbox = f"http://localhost:{self.integer('IEUM_SANDBOX_PORT', 8001)}"

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

    def integer(self, name: str, default: int, *, least: int = 1) -> int:
        value = self.environ.get(name) or str(default)
        if not re.fullmatch(r"[0-9]{1,5}", value) or not least <= int(value) <= 65535:
            raise SettingsError(f"{name} is {value!r}; it must be a number from {least} to 65535.")
        return int(value)

    def address(self, name: str, default: str) -> str:
        value = self.environ.get(name) or default
        try:
            return str(ip_address(value))
        except ValueError:
            raise SettingsError(f"{name} is {value!r}; it must be an address, such as 127.0.0.1.") from None

    def url(self, name: str, default: str) -> str:
        value = self.text(name, default)
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingsError(f"{name} is {value!r}; it must be an http or https address.")
        return value

    def provider_url(self, name: str, live: str, stand_in: str) -> str:
        """Read the address of a provider: `live` in production, else the path of its stand-in in the sandbox."""
        return self.url(name, live if self.production else self.sandbox + stand_in)

    def api_url(self, name: str, live: str, stand_in: str) -> str:
        """Read the address of a provider's API, to which paths are appended."""
        return self.provider_url(name, live, stand_in).rstrip("/")

    def public_url(self) -> str:
        value = self.url("IEUM_PUBLIC_URL", "" if self.production else f"http://localhost:{self.port}")
        value = value.rstrip("/")
        parts = urlsplit(value)
        # Cookies are `Secure` only under https; http is allowed on this machine, to try out a proxy.
        if self.production and parts.scheme != "https" and parts.hostname not in LOCAL_HOSTS:
            raise SettingsError(
                f"IEUM_PUBLIC_URL is {value!r}; production needs an https address: logins travel with every request."
            )
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """Read names of the DNS, separated by commas."""
        values = tuple(
            part.strip().rstrip(".") for part in self.environ.get(name, "").split(",") if part.strip()
        )
        for value in values:
            if len(value) > 200 or not re.fullmatch(r"([a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}", value):
                raise SettingsError(f"{name}: {value!r} is not a name such as zen.spamhaus.org.")
        return values

    def server(self, name: str) -> tuple[str, int] | None:
        value = self.environ.get(name, "")
        if not value:
            return None
        host, _, port = value.rpartition(":")
        try:
            return str(ip_address(host.strip("[]"))), _port(port)
        except ValueError:
            raise SettingsError(
                f"{name} is {value!r}; it must be an address and a port, 127.0.0.1:53."
            ) from None

    def listener(self, name: str) -> tuple[str, int] | None:
        """Read a port of this machine alone, or an address of it and a port."""
        value = self.environ.get(name, "")
        if not value:
            return None
        host, _, port = value.rpartition(":")
        try:
            return str(ip_address(host.strip("[]") or "127.0.0.1")), _port(port)
        except ValueError:
            raise SettingsError(
                f"{name} is {value!r}; it must be a port, or an address and a port, 10.0.0.5:9101."
            ) from None

    def file(self, name: str) -> Path | None:
        value = self.environ.get(name, "")
        if value and not Path(value).is_file():
            raise SettingsError(f"{name}: there is no file {value}.")
        return Path(value).resolve() if value else None

    def networks(self, name: str) -> Networks:
        try:
            return Networks(
                ip_network(part.strip()) for part in self.environ.get(name, "").split(",") if part.strip()
            )
        except ValueError as error:
            raise SettingsError(
                f"{name}: {error}; give addresses or networks, separated by commas."
            ) from None

    def secret(self, data: Path) -> SecretKey:
        value = self.environ.get("IEUM_SECRET_KEY", "")
        stored = data / "secret.key"
        if not value and not self.production and stored.is_file():
            value = stored.read_text().strip()
        if not value and not self.production:
            value = "dev-secret-key-that-production-refuses-to-use"
        keys = self.secret_keys(value)
        if not keys:
            raise SettingsError(
                "IEUM_SECRET_KEY must be at least 32 random characters, made for this shop alone; several keys are"
                " separated by commas, the newest first."
            )
        former = self.secret_keys(self.environ.get("IEUM_FORMER_KEYS", ""))
        if former is None:
            raise SettingsError(
                "IEUM_FORMER_KEYS must be keys that were IEUM_SECRET_KEY once, separated by commas."
            )
        if set(keys) & set(former):
            raise SettingsError(
                "IEUM_FORMER_KEYS has a key of IEUM_SECRET_KEY: a key is in one of them alone."
            )
        return SecretKey(keys, former=former)

    def secret_keys(self, value: str) -> list[str] | None:
        """None where one of them is too short, or in production the sandbox's."""
        keys = [key.strip() for key in value.split(",") if key.strip()]
        sandbox = SANDBOX_PREFIX if self.production else ()
        return None if any(len(key) < 32 or key.startswith(sandbox) for key in keys) else keys

    def sms(self) -> SmsAccount | None:
        account = self.account(
            {
                "IEUM_SOLAPI_KEY": "ieum-sandbox",
                "IEUM_SOLAPI_SECRET": "ieum-sandbox-secret",
                "IEUM_SMS_SENDER": "0212345678",
            }
        )
        url = self.api_url("IEUM_SOLAPI_URL", "https://api.solapi.com", "/solapi")
        if account is None:
            return None
        key, secret, sender = account
        if not re.fullmatch(r"[0-9-]{8,14}", sender):
            raise SettingsError(
                f"IEUM_SMS_SENDER is {sender!r}; it must be the registered number, in digits."
            )
        return SmsAccount(url, key, secret, sender.replace("-", ""))

    def identity(self) -> IdentityAccount | None:
        account = self.account(
            {
                "IEUM_PORTONE_STORE_ID": "ieum-sandbox-store",
                "IEUM_PORTONE_CHANNEL_KEY": "ieum-sandbox-channel",
                "IEUM_PORTONE_SECRET": "ieum-sandbox-secret",
            }
        )
        url = self.api_url("IEUM_PORTONE_URL", "https://api.portone.io", "/portone")
        sdk_url = self.provider_url(
            "IEUM_PORTONE_SDK_URL",
            "https://cdn.portone.io/v2/browser-sdk.js",
            "/portone/v2/browser-sdk.js",
        )
        return IdentityAccount(url, sdk_url, *account) if account else None

    def contact(self, name: str) -> str:
        """Read an address that begins with mailto:, https:// or tel:, on one line."""
        value = self.environ.get(name, "")
        if value and not re.fullmatch(r"(mailto:|https://|tel:)[!-~]{3,300}", value):
            raise SettingsError(f"{name} is {value!r}; it must begin with mailto:, https:// or tel:.")
        return value

    def index_now(self) -> IndexNow | None:
        key = self.environ.get("IEUM_INDEXNOW_KEY", "")
        url = self.provider_url("IEUM_INDEXNOW_URL", "https://searchadvisor.naver.com/indexnow", "/indexnow")
        if not key:
            return None
        if not re.fullmatch(r"[A-Za-z0-9-]{8,128}", key):
            raise SettingsError("IEUM_INDEXNOW_KEY must be 8 to 128 letters, digits or hyphens.")
        return IndexNow(url, key)

    def account(self, sandbox: Mapping[str, str]) -> list[str] | None:
        """Read the variables of an account, all or none; None where production has no account."""
        if self.production and not any(self.environ.get(name) for name in sandbox):
            return None
        return self.own(sandbox)

    def keys(self, prefix: str, sandbox: str) -> KeyPair:
        names = {f"{prefix}_CLIENT_KEY": f"test_ck_{sandbox}", f"{prefix}_SECRET_KEY": f"test_sk_{sandbox}"}
        return KeyPair(*self.own(names))

    def own(self, sandbox: Mapping[str, str]) -> list[str]:
        """Read variables that are the sandbox's where they are not set; production needs its own."""
        values = [self.text(name, "" if self.production else default) for name, default in sandbox.items()]
        if self.production and any(value.startswith(SANDBOX_PREFIX) for value in values):
            raise SettingsError(f"{', '.join(sandbox)} are the sandbox's; production needs its own.")
        return values
