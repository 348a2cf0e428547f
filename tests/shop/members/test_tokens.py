"""Access tokens that somebody has made up, or made of something else."""

import base64
import json
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

from ieum.shop.kernel import quoting
from ieum.shop.members import tokens
from ieum.shop.members.security import devices
from ieum.shop.members.types import Identity, MemberId, SessionId
from ieum.shop.members.verification import codes
from tests.shop.builders.secrets import KEY

# clock: long, because all tests are collected before the first of them runs.
CLAIMS = {"sub": "1", "sid": 1, "exp": datetime.now(UTC) + timedelta(days=1)}


def unsigned() -> str:
    head, body = (
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in ({"alg": "none", "typ": "JWT"}, {**CLAIMS, "exp": 4_000_000_000})
    )
    return f"{head}.{body}."


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(unsigned(), id="unsigned"),
        pytest.param(jwt.encode(CLAIMS, KEY * 2, algorithm="HS512"), id="another hash"),
        pytest.param(
            jwt.encode(CLAIMS, generate_private_key(65537, 2048), algorithm="RS256"), id="a key pair"
        ),
        pytest.param(
            jwt.encode(
                CLAIMS, "k" * 40, algorithm="HS256", headers={"jwk": {"kty": "oct", "k": "a2tr"}, "kid": "x"}
            ),
            id="a key of its own",
        ),
    ],
)
def test_no_other_algorithm_names_anybody(forged: str) -> None:
    assert tokens.read_access(forged, key=KEY) is None


@pytest.mark.parametrize("missing", ["exp", "sub", "sid"])
def test_a_token_without_an_end_names_nobody(missing: str) -> None:
    whole = jwt.encode(CLAIMS, KEY, algorithm="HS256")
    part = jwt.encode(
        {name: value for name, value in CLAIMS.items() if name != missing}, KEY, algorithm="HS256"
    )

    assert tokens.read_access(whole, key=KEY) == Identity(MemberId(1), SessionId(1))
    assert tokens.read_access(part, key=KEY) is None


def test_what_else_the_key_signs_is_no_token() -> None:
    now = datetime.now(UTC)
    others = [
        quoting.sign(now, 1, key=KEY),
        devices.remember("", devices.ANYBODY, key=KEY, now=now),
        codes.hash_code("123456", uuid4(), key=KEY).hex(),
    ]

    assert [tokens.read_access(one, key=KEY) for one in others] == [None, None, None]
