from pathlib import Path

from msgspec import Struct


class KeyPair(Struct, frozen=True):
    """A client key and the secret key that belongs to it; Toss issues one pair per shop ID."""

    client_key: str
    secret_key: str
    shop_id: str
    # Only a pair with the contract for recurring charges may register and charge cards.
    billing: bool = False


CHECKOUT = KeyPair("test_ck_ieum_sandbox", "test_sk_ieum_sandbox", "ieumsandbox")
BILLING = KeyPair(
    "test_ck_ieum_sandbox_billing", "test_sk_ieum_sandbox_billing", "ieumsandboxbil", billing=True
)


class SandboxSettings(Struct, frozen=True):
    key_pairs: tuple[KeyPair, ...] = (CHECKOUT, BILLING)
    solapi_key: str = "ieum-sandbox"
    solapi_secret: str = "ieum-sandbox-secret"  # noqa: S105 - known to everybody, guards nothing
    portone_store_id: str = "ieum-sandbox-store"
    portone_channel_key: str = "ieum-sandbox-channel"
    portone_secret: str = "ieum-sandbox-secret"  # noqa: S105
    smtp_host: str = "127.0.0.1"
    # None starts no SMTP listener, for tests that use HTTP only.
    smtp_port: int | None = None
    # None answers no queries about DNS block lists.
    dns_port: int | None = None
    # Where everything is kept over a restart; None keeps it in memory only.
    kept_in: Path | None = None
    # Where Toss's webhooks go at first; None sends none until `POST /control/webhook` names an address.
    webhook_url: str | None = None

    def pair_of_client(self, client_key: str) -> KeyPair | None:
        return next((pair for pair in self.key_pairs if pair.client_key == client_key), None)
