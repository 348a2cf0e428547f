"""The WebAuthn ceremonies, as the library tells them. No I/O."""

import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRequestOptions,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ieum.shop.members.security.types import Credential, RegisteredPasskey, StoredPasskey

log = logging.getLogger(__name__)

LIFETIME = timedelta(minutes=5)
_MILLISECONDS = int(LIFETIME.total_seconds() * 1000)
TRANSPORTS = frozenset(way.value for way in AuthenticatorTransport)


class Site(msgspec.Struct, frozen=True):
    """Where a passkey is good: for this domain, on pages of this origin."""

    domain: str
    origin: str


def site_of(public_url: str) -> Site:
    parts = urlsplit(public_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def new_challenge() -> bytes:
    return secrets.token_bytes(32)


def user_handle(customer_key: UUID) -> bytes:
    """What an authenticator files a member's passkeys under: always the same, and it says nothing of them."""
    return hashlib.sha256(b"passkey user:" + customer_key.bytes).digest()


def registration_options(
    site: Site, challenge: bytes, *, shop: str, login_id: str, handle: bytes, have: list[Credential]
) -> dict[str, Any]:
    """An authenticator that is registered already says so instead of making a second passkey."""
    return _as_json(
        webauthn.generate_registration_options(
            rp_id=site.domain,
            rp_name=shop,
            user_id=handle,
            user_name=login_id,
            user_display_name=login_id,
            challenge=challenge,
            timeout=_MILLISECONDS,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(
                    id=one.id, transports=[AuthenticatorTransport(way) for way in one.transports]
                )
                for one in have
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.PREFERRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
    )


def login_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Without a list of credentials: the browser offers those it has for this domain."""
    return _as_json(
        webauthn.generate_authentication_options(
            rp_id=site.domain,
            challenge=challenge,
            timeout=_MILLISECONDS,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
    )


def _as_json(
    options: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions,
) -> dict[str, Any]:
    return json.loads(webauthn.options_to_json(options))


def verify_registration(site: Site, challenge: bytes, credential: dict[str, Any]) -> RegisteredPasskey | None:
    """None where it is not an answer to this challenge from one of our pages."""
    verified = _attempt(
        lambda: webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
        )
    )
    if verified is None or not 1 <= len(verified.credential_id) <= 1023:
        return None
    named: list[Any] | None = credential["response"].get("transports")
    return RegisteredPasskey(
        verified.credential_id,
        verified.credential_public_key,
        verified.sign_count,
        sorted(TRANSPORTS.intersection(one for one in named if isinstance(one, str)))
        if isinstance(named, list)
        else [],
    )


def verify_login(
    site: Site, challenge: bytes, credential: dict[str, Any], stored: StoredPasskey
) -> int | None:
    """The new count of signatures; None where the answer is not of this passkey, or of a copy of it."""
    verified = _attempt(
        lambda: webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            credential_public_key=stored.public_key,
            credential_current_sign_count=stored.sign_count,
        )
    )
    told = credential_bytes(credential.get("response"), "userHandle")
    if verified is None or told not in {b"", user_handle(stored.customer_key)}:
        return None
    return verified.new_sign_count


def credential_bytes(part: object, name: str) -> bytes:
    """A base64url field of what the browser sent; empty where there is none that can be read."""
    value: object = cast("dict[str, object]", part).get(name) if isinstance(part, dict) else None
    found = _attempt(lambda: base64url_to_bytes(value)) if isinstance(value, str) else None
    return found or b""


def _attempt[T](read: Callable[[], T]) -> T | None:
    try:
        return read()
    except Exception as error:  # noqa: BLE001 - the library lets through whatever its parsers stumble over
        log.info("a passkey's answer was refused: %s", type(error).__name__)
        return None
