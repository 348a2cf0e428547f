"""The operator's config, visits and browsers' errors, in the database and on the wire."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

type Flag = Literal["Y", "N"]
type RefundMode = Literal["law", "owner"]


class Business(msgspec.Struct):
    """Operator's data for the footer and the pages' metadata (전자상거래법 10)."""

    business_licence: str
    business_name: str
    representative: str
    address: str
    mail_order_licence: str
    phone: str
    officer_name: str
    officer_phone: str
    officer_mail: str
    hosting_provider: str
    site_mail: str
    description: str


class SiteConfig(Business):
    """The row of `site_config`."""

    support_hours: str
    remote_support_url: str
    static_enabled: bool
    # Switched on, and served by gateways.
    dynamic_enabled: bool
    ticket_enabled: bool
    points_enabled: bool
    point_percent: int
    point_threshold: int
    refund_mode: RefundMode
    refund_penalty_percent: int
    # Whether used days cost what they cost in the shortest period that is sold, within the penalty's limit.
    refund_shortest_price: bool
    visit_months: int
    # For how many whole months use by the hour, and sessions, are kept.
    usage_months: int
    session_months: int
    # From one network.
    sign_ups_an_hour: int
    # Verification codes by SMS, from everywhere together.
    code_texts_an_hour: int
    grace_days: int
    phone_verification: bool
    mail_verification: bool
    connections_enforced: bool
    og_image: str
    naver_verification: str
    google_verification: str
    robots: str
    sitemap: str
    terms: str
    privacy_policy: str
    site_name: str
    logo: str


class PublicMeta(msgspec.Struct, rename="camel"):
    description: str
    og_image: str
    naver_site_verification: str
    google_site_verification: str


class PublicConfig(msgspec.Struct, rename="camel"):
    """The "Site config" of spec section 3, under its names. `blockIp` is always empty: the list is not public."""

    biz_lic: str
    biz_nm: str
    ceo: str
    biz_loc: str
    ec_lic: str
    tel: str
    dpo_nm: str
    dpo_tel: str
    dpo_mail: str
    sttc_yn: Flag
    dynm_yn: Flag
    ticket_yn: Flag
    point_yn: Flag
    point_per: int
    point_reg: int
    auth_tel_yn: Flag
    auth_mail_yn: Flag
    # Whether an identity provider is configured; a field of ours beside those of the spec.
    identity_yn: Flag
    # Whether gateways hold services to their number of devices at once; ours, too.
    conn_yn: Flag
    meta: PublicMeta
    robot: str
    sitemap: str
    block_ip: list[str]
    tos: str
    pp: str
    site_mail: str
    site_nm: str
    logo: str
    hosting_provider: str
    support_hours: str
    remote_support_url: str
    # The refund rules, and for how many whole days an unpaid subscription is still served.
    refund_mode: RefundMode
    refund_penalty_percent: int
    # What comes back and when, of services and of tickets, in the words of the published texts.
    refund_rule: str
    refund_rule_in_short: str
    ticket_refund_rule: str
    grace_days: int


class PaymentKey(msgspec.Struct, rename="camel"):
    pg_type: Literal["normal", "billing"]
    client_key: str
    # Where the official SDK loads its script from; a field of ours beside the two of the spec.
    sdk_url: str


class Visit(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The "Visit log" of spec section 3."""

    ip_address: Annotated[str, Meta(max_length=45)]
    referrer_url: Annotated[str, Meta(max_length=8000)]
    landing_url: Annotated[str, Meta(max_length=8000)]
    keyword: Annotated[str, Meta(max_length=2000)]


class VisitRow(msgspec.Struct, frozen=True):
    """A row of `visits` before it has a time and an id. No text is longer than the table allows."""

    ip_address: str
    referrer_url: str
    referrer_host: str
    landing_url: str
    keyword: str
    campaign: str
    ad: dict[str, str]
    # The robot's name; empty for people.
    robot: str


class ClientError(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """An error of our pages, as a browser reports it."""

    message: Annotated[str, Meta(max_length=4000)]
    stack: Annotated[str, Meta(max_length=16_000)] = ""
    path: Annotated[str, Meta(max_length=8000)] = ""
    # The name of the build, in the characters that such names have.
    release: Annotated[str, Meta(max_length=80, pattern=r"^[A-Za-z0-9._+-]*$")] = ""


class ScrubbedError(msgspec.Struct, frozen=True):
    """A browser's error without personal data; errors of one kind share a fingerprint."""

    fingerprint: str
    message: str
    stack: str
    path: str
    release: str


class Blocked(msgspec.Struct, frozen=True):
    """The blocked ranges, and the phone number that the refusal names."""

    ranges: list[str]
    phone: str
