"""Bytes that are signed, and the form in which a key is written down. Pure."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast, get_args

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ieum.shop.signing.types import Kind, PublicKey, PublishedKey

KINDS = get_args(Kind.__value__)


def canonical(document: Mapping[str, object]) -> bytes:
    r"""Write a document as the bytes that are hashed or signed: the same for the same document, whoever writes it.

    UTF-8 JSON on one line: keys sorted, no space between them, nothing escaped that JSON allows as it is, and one `\n`
    at the end, so that the file is a line of text. Numbers are whole ones, because there is more than one way to write
    others. Raises ValueError.
    """
    _refuse_ambiguous(document)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


def refuse_unsignable(message: bytes) -> None:
    """Refuse to sign anything but canonical bytes of a document that says its kind. Raises ValueError.

    So a signature under one kind never passes for another, and there is nothing else that the shop's keys have signed.
    """
    document = json.loads(message)
    if not isinstance(document, dict) or canonical(cast("dict[str, object]", document)) != message:
        raise ValueError("only canonical documents are signed")
    kind: object = cast("dict[str, object]", document).get("kind")
    if kind not in KINDS:
        raise ValueError(f"a signed document is of one of the kinds {', '.join(KINDS)}, not {kind}")


def written(moment: datetime) -> str:
    """Write a time in a document that is signed: `2026-11-24T08:10:00Z`, to the second."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _refuse_ambiguous(value: object) -> None:
    match value:
        case None | bool() | int() | str():
            return
        case Mapping():
            for name, inner in cast("Mapping[object, object]", value).items():
                # Languages sort other names in different orders.
                if not isinstance(name, str) or not name.isascii():
                    raise ValueError(f"{name!r} is no name of a field of a signed document")
                _refuse_ambiguous(inner)
        case list() | tuple():
            for inner in cast("list[object]", value):
                _refuse_ambiguous(inner)
        case _:
            raise ValueError(f"{type(value).__name__} cannot be part of a signed document")


def key_id_of(public_key: bytes) -> str:
    return hashlib.sha256(public_key).hexdigest()[:16]


def pem_of(public_key: bytes) -> str:
    """Write a key as `openssl pkeyutl -pubin` reads it."""
    key = Ed25519PublicKey.from_public_bytes(public_key)
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def published(key: PublicKey) -> PublishedKey:
    return PublishedKey(
        kid=key.key_id,
        alg="Ed25519",
        key=b64encode(key.public_key).decode(),
        pem=pem_of(key.public_key),
        since=key.created_at,
        until=key.retired_at,
    )
