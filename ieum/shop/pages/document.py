"""Writes the HTML document around the body that React renders, and its Content-Security-Policy. Pure."""

import base64
import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
HEAD, BODY, DATA = "<!--ieum:head-->", "<!--ieum:body-->", "<!--ieum:data-->"


class Template(msgspec.Struct, frozen=True):
    """The built `index.html`, cut at its placeholders."""

    before_head: str
    before_body: str
    before_data: str
    rest: str


def cut(index: str) -> Template:
    """Cut the page at its placeholders. Raises ValueError if one is missing."""
    before_head, has_head, rest = index.partition(HEAD)
    before_body, has_body, rest = rest.partition(BODY)
    before_data, has_data, rest = rest.partition(DATA)
    if not (has_head and has_body and has_data):
        raise ValueError("index.html lacks a placeholder for head, body or data")
    return Template(before_head, before_body, before_data, rest)


def write(template: Template, head: str, body: str, data: str, *, missing: bool = False) -> bytes:
    """`data` is JSON `[[path, data], …]`; where the body is empty, the browser renders it instead of hydrating.

    `missing` says that the page's subject does not exist, so that the browser does not request it again.
    """
    before_body = template.before_body
    if missing:
        before_body = before_body.replace('<div id="root"', '<div id="root" data-missing', 1)
    if body:
        before_body = before_body.replace('<div id="root"', '<div id="root" data-hydrate', 1)
    script = f'<script type="application/json" id="ieum-data">{inert(data)}</script>'
    parts = (template.before_head, head, before_body, body, template.before_data, script, template.rest)
    return "".join(parts).encode()


def inert(text: str) -> str:
    """JSON in which no text can end the script block or a line."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


class Allowed(NamedTuple):
    """Hosts that a provider's script needs: its own, those it calls and frames, those it posts forms to."""

    script: str
    windows: str
    forms: str


def hashes_of_scripts(index: str) -> list[str]:
    """Hash the inline scripts that the build has written into this `index.html`: CSP level 2 then allows only them."""
    digests = (hashlib.sha256(script.encode()).digest() for script in INLINE_SCRIPT.findall(index))
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def content_security_policy(payment_sdk: str, identity_sdk: str | None, inline: Sequence[str] = ()) -> str:
    """No evaluated scripts; only our own, the inline ones of these hashes, and those of the providers."""
    allowed = [_allowed(url) for url in (payment_sdk, identity_sdk) if url]
    scripts, windows, forms = (" ".join(dict.fromkeys(hosts)) for hosts in zip(*allowed, strict=True))
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(("script-src 'self'", *inline, scripts)),
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            f"connect-src 'self' {windows}",
            f"frame-src {windows}",
            f"form-action 'self' {forms}",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


def _allowed(sdk_url: str) -> Allowed:
    parts = urlsplit(sdk_url)
    host, origin = parts.hostname or "", f"{parts.scheme}://{parts.netloc}"
    if host.endswith(".tosspayments.com"):
        # The SDK opens windows and calls on other hosts of the provider.
        return Allowed(*["https://*.tosspayments.com"] * 3)
    if host == "cdn.portone.io":
        # Its services still use the provider's former names (read in its SDK 1.27). Its popup begins as a blank page
        # under our policy, and leaves it by posting a form to the agency of the channel.
        windows = f"{origin} https://*.prod.iamport.co https://service.iamport.kr"
        agencies = "https://wauth.teledit.com https://*.inicis.com https://cert.kcp.co.kr"
        return Allowed(origin, windows, f"{windows} {agencies}")
    return Allowed(origin, origin, origin)
