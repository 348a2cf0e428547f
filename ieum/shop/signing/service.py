"""Signs with the shop's current key, checks with any that it ever had, and changes the key (docs/decisions/0088)."""

from base64 import b64decode, b64encode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.unsealing import unseal
from ieum.shop.signing import queries, rules
from ieum.shop.signing.types import SecretKey, Signature


async def sign(conn: Connection, sealer: Sealer, message: bytes) -> Signature:
    """Sign the canonical bytes of a document with a `kind` (`rules.py`); the first call of a shop makes its first key.

    Raises ValueError for other bytes. Whoever makes that first key lets others that would sign wait for its commit.
    """
    rules.refuse_unsignable(message)
    key = await queries.find_current(conn) or await _make(conn, sealer)
    opened = await unseal(conn, sealer, key.sealed_private, of=queries.place_of(key.key_id))
    private = Ed25519PrivateKey.from_private_bytes(b64decode(opened))
    return Signature(key.key_id, private.sign(message))


async def verify(conn: Connection, message: bytes, signature: Signature) -> bool:
    """Tell whether a key of this shop, current or retired, signed exactly these bytes."""
    key = await queries.find_public(conn, signature.key_id)
    if key is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key.public_key).verify(signature.value, message)
    except InvalidSignature:
        return False
    return True


async def rotate(conn: Connection, sealer: Sealer) -> str:
    """Retire the current key for good and sign by a new one, whose id is returned.

    Two rotations at once end with one new key: the second waits for the first, and finds the old key retired.
    """
    await queries.retire_current(conn)
    return (await _make(conn, sealer)).key_id


async def _make(conn: Connection, sealer: Sealer) -> SecretKey:
    """Make the current key, or take the one that another transaction has made meanwhile."""
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    key_id = rules.key_id_of(public)
    sealed = sealer.seal(b64encode(private.private_bytes_raw()).decode(), of=queries.place_of(key_id))
    made = await queries.insert_key(conn, key_id=key_id, public_key=public, sealed_private=sealed)
    return made or await queries.get_current(conn)
