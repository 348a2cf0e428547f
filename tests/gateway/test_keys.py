import base64
import shutil
import subprocess

import pytest

from ieum.gateway.keys import _new_private_key, public_key


def test_the_public_key_is_the_one_of_rfc_7748() -> None:
    """Bob's keys of section 6.1."""
    private = bytes.fromhex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")

    derived = base64.b64decode(public_key(base64.b64encode(private).decode()))

    assert derived.hex() == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"


@pytest.mark.skipif(shutil.which("wg") is None, reason="wg is not installed")
def test_the_wg_tool_derives_the_same_public_key() -> None:
    private = _new_private_key()

    made = subprocess.run(["wg", "pubkey"], input=private, capture_output=True, text=True, check=True)

    assert made.stdout.strip() == public_key(private)
    assert len(base64.b64decode(private)) == 32
