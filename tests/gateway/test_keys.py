import base64
import shutil
import subprocess

import pytest

from ieum.gateway.keys import _new_private_key, public_key, x25519


@pytest.mark.parametrize(
    ("scalar", "point", "result"),
    [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ),
    ],
    ids=["rfc-7748-first", "rfc-7748-second"],
)
def test_x25519_gives_the_vectors_of_rfc_7748(scalar: str, point: str, result: str) -> None:
    assert x25519(bytes.fromhex(scalar), bytes.fromhex(point)).hex() == result


def test_x25519_gives_the_result_of_a_thousand_rounds_in_rfc_7748() -> None:
    k = u = (9).to_bytes(32, "little")
    for _ in range(1000):
        k, u = x25519(k, u), k

    assert k.hex() == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"


@pytest.mark.skipif(shutil.which("wg") is None, reason="wg is not installed")
def test_the_wg_tool_derives_the_same_public_key() -> None:
    private = _new_private_key()

    made = subprocess.run(["wg", "pubkey"], input=private, capture_output=True, text=True, check=True)

    assert made.stdout.strip() == public_key(private)
    assert len(base64.b64decode(private)) == 32
