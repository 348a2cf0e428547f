import base64
import binascii

from ieum.sandbox.settings import KeyPair, SandboxSettings
from ieum.sandbox.toss.errors import TossError


def authenticate(settings: SandboxSettings, authorization: str | None) -> KeyPair:
    """Return the key pair of a Basic header, whose user is the secret key and whose password is empty."""
    if not authorization:
        raise TossError("UNAUTHORIZED_KEY")
    scheme, _, encoded = authorization.partition(" ")
    if scheme.lower() != "basic":
        raise TossError("INCORRECT_BASIC_AUTH_FORMAT")
    try:
        credentials = base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise TossError("INCORRECT_BASIC_AUTH_FORMAT") from error
    secret_key, colon, _ = credentials.partition(":")
    if not colon:
        raise TossError("INCORRECT_BASIC_AUTH_FORMAT")
    if secret_key.startswith(("test_gsk_", "live_gsk_")):
        raise TossError("INVALID_API_KEY")
    pair = settings.pair_of_secret(secret_key)
    if pair is None:
        raise TossError("UNAUTHORIZED_KEY")
    return pair
