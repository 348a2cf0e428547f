"""Builds and verifies WebAuthn messages with the `webauthn` library. No I/O."""

import hashlib
import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ieum.shop.members.security.types import Credential, PasskeyOnFile, RegisteredPasskey

log = logging.getLogger(__name__)

LIFETIME = timedelta(minutes=5)
_MILLISECONDS = int(LIFETIME.total_seconds() * 1000)
TRANSPORTS = frozenset(transport.value for transport in AuthenticatorTransport)


class Site(msgspec.Struct, frozen=True):
    """The relying party: passkeys are bound to this domain, and used on pages of this origin."""

    domain: str
    origin: str


class Signed(msgspec.Struct, frozen=True):
    """A passkey's genuine answer at a login."""

    sign_count: int
    user_verified: bool
    """Whether the authenticator asked for a finger, a face or a PIN. Without it, whoever holds the key gets in."""


def site_of(public_url: str) -> Site:
    parts = urlsplit(public_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def new_challenge() -> bytes:
    return secrets.token_bytes(32)


def user_handle(key: UUID) -> bytes:
    """The id under which authenticators file somebody's passkeys: stable, and without personal data."""
    return hashlib.sha256(b"passkey user:" + key.bytes).digest()


def registration_options(
    site: Site, challenge: bytes, *, shop: str, login_id: str, handle: bytes, registered: list[Credential]
) -> dict[str, Any]:
    """Lists the passkeys that are registered already, so that no authenticator makes a second one."""
    return options_to_json_dict(
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
                    id=credential.id,
                    transports=[AuthenticatorTransport(name) for name in credential.transports],
                )
                for credential in registered
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.PREFERRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
    )


def login_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Lists no credentials, so that the browser offers those it has for this domain."""
    return options_to_json_dict(
        webauthn.generate_authentication_options(
            rp_id=site.domain,
            challenge=challenge,
            timeout=_MILLISECONDS,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
    )


def verify_registration(site: Site, challenge: bytes, credential: dict[str, Any]) -> RegisteredPasskey | None:
    """None where the credential does not answer this challenge, or comes from another site."""
    verified = _attempt(
        lambda: webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    )
    if verified is None or not 1 <= len(verified.credential_id) <= 1023:
        return None
    transports: list[Any] | None = credential["response"].get("transports")
    return RegisteredPasskey(
        verified.credential_id,
        verified.credential_public_key,
        verified.sign_count,
        sorted(TRANSPORTS.intersection(name for name in transports if isinstance(name, str)))
        if isinstance(transports, list)
        else [],
    )


def verify_login(
    site: Site, challenge: bytes, credential: dict[str, Any], stored: PasskeyOnFile, *, handle: bytes
) -> Signed | None:
    """None where the answer is not by this passkey, or is by a copy of it, or names another user than its `handle`."""
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
    said = credential_bytes(credential.get("response"), "userHandle")
    if verified is None or said not in {b"", handle}:
        return None
    return Signed(verified.new_sign_count, verified.user_verified)


def credential_bytes(part: object, name: str) -> bytes:
    """A base64url field of what the browser sent, decoded; empty where it is missing or malformed."""
    value: object = cast("dict[str, object]", part).get(name) if isinstance(part, dict) else None
    decoded = _attempt(lambda: base64url_to_bytes(value)) if isinstance(value, str) else None
    return decoded or b""


def _attempt[T](read: Callable[[], T]) -> T | None:
    try:
        return read()
    except Exception as error:  # noqa: BLE001 - the library passes on any error of its parsers
        log.info("A passkey's answer was refused: %s", type(error).__name__)
        return None
