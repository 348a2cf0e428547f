"""Settings, blocked addresses and tests of connections on the console's wire. No secret is ever among them."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.kernel.phones import LONGEST_NUMBER
from ieum.shop.site.fields import SettingKind, SettingValue

type Tested = Literal["mail", "sms", "toss", "identity"]
SeenDigest = Annotated[str, Meta(min_length=1, max_length=64)]


class SettingOption(msgspec.Struct, frozen=True):
    value: str
    label: str


class SettingShown(msgspec.Struct, frozen=True, rename="camel"):
    """`effect` says in a sentence what it changes; `required`: the law wants it in the footer."""

    name: str
    label: str
    effect: str
    kind: SettingKind
    value: SettingValue
    unit: str
    least: int
    most: int
    options: list[SettingOption]
    required: bool


class SettingGroup(msgspec.Struct, frozen=True):
    name: str
    label: str
    fields: list[SettingShown]


class SettingsPage(msgspec.Struct, frozen=True):
    """`missing` names what the law wants in the footer and is empty still."""

    groups: list[SettingGroup]
    missing: list[str]


class BlockedRanges(msgspec.Struct, frozen=True):
    ranges: list[str]


class WhoIsHit(msgspec.Struct, frozen=True):
    """Counts of what ranges hold: visits of the last day, addresses that we sell, gateways, sessions of staff."""

    visits: int
    addresses: int
    gateways: int
    sessions: int


class ShopConnection(msgspec.Struct, frozen=True, rename="camel"):
    """A way out of the shop, and whether it is set up. `is_sandbox`: a stand-in, which does nothing in the world."""

    name: Tested
    is_set: bool
    is_sandbox: bool
    says: str


class ShopConnections(msgspec.Struct, frozen=True, rename="camel"):
    """`webhook_url` is what has to be entered at the payment provider."""

    items: list[ShopConnection]
    webhook_url: str


class TestPhone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phone: Annotated[str, Meta(min_length=1, max_length=LONGEST_NUMBER)]


class TestResult(msgspec.Struct, frozen=True):
    """Result of a test, in sentences. `message` is a test message that is still on its way."""

    works: bool
    says: list[str]
    message: int | None = None


class SentTest(msgspec.Struct, frozen=True):
    """A test message in the outbox."""

    sent_at: datetime | None
    given_up_at: datetime | None
    refusal: str | None


class TestMessage(msgspec.Struct, frozen=True):
    state: Literal["waiting", "sent", "refused"]
    says: str


class LogoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture in base64: PNG, JPEG or WebP, 2 MB at most."""

    content: Annotated[str, Meta(max_length=2_900_000)]


class LogoPress(LogoForm, frozen=True, forbid_unknown_fields=True):
    digest: SeenDigest
    reason: Reason


class LogoShown(msgspec.Struct, frozen=True):
    address: str
