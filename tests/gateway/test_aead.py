"""ChaCha20-Poly1305 against the vector of RFC 8439, and against a library."""

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from ieum.gateway.aead import NotAuthenticError, open_sealed, seal


def test_the_vector_of_rfc_8439() -> None:
    """Section 2.8.2."""
    key, nonce = bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647")
    plain = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
        b"would be it."
    )

    sealed = seal(key, nonce, plain, bytes.fromhex("50515253c0c1c2c3c4c5c6c7"))

    assert sealed[-16:].hex() == "1ae10b594f09e26a7e902ecbd0600691"
    assert sealed[:4].hex() == "d31a8d34"


@given(
    key=st.binary(min_size=32, max_size=32),
    nonce=st.binary(min_size=12, max_size=12),
    plain=st.binary(max_size=300),
    extra=st.binary(max_size=40),
)
def test_a_library_seals_alike(key: bytes, nonce: bytes, plain: bytes, extra: bytes) -> None:
    sealed = seal(key, nonce, plain, extra)

    assert sealed == ChaCha20Poly1305(key).encrypt(nonce, plain, extra)
    assert open_sealed(key, nonce, sealed, extra) == plain


def test_what_was_changed_on_the_way_is_refused() -> None:
    sealed = seal(bytes(32), bytes(12), b"packet")

    with pytest.raises(NotAuthenticError):
        open_sealed(bytes(32), bytes(12), bytes([sealed[0] ^ 1]) + sealed[1:])
