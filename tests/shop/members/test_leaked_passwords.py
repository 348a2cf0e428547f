"""Passwords that everybody knows."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.members import leaked
from ieum.shop.members.leaked.build import type_in_english
from ieum.shop.members.rules import LEAKED, wrong_password
from tests.shop.builders.members import SIGN_UP_AGREEMENTS
from tests.shop.builders.shops import Client


@pytest.mark.parametrize(
    "password",
    [
        pytest.param("q1w2e3r4t5", id="of the list"),
        pytest.param("Q1W2e3r4T5", id="capitalised another way"),
        pytest.param("q1w2e3r4t5!", id="with a sign after it"),
        pytest.param("P@ssw0rd", id="three classes, eight characters"),
        pytest.param("password2026!", id="a word, a year and a sign"),
        pytest.param("monkey!92", id="another word"),
        pytest.param("dkssudgktpdy1", id="안녕하세요 on an English keyboard"),
        pytest.param("Dkssudgktpdy1!", id="the same with a capital"),
        pytest.param("tkfkdgo!12", id="사랑해"),
        pytest.param("rlaalswl1004", id="a name: 김민지"),
        pytest.param("안녕하세요2026!", id="in Korean"),
        pytest.param(unicodedata.normalize("NFD", "안녕하세요2026!"), id="in Korean, letter by letter"),
    ],
)
def test_a_password_that_everybody_knows_is_refused(password: str) -> None:
    wrong = wrong_password(password, login_id="hongkildong", phone="01012345678")

    assert [(field.name, field.code, field.detail) for field in wrong] == [("mberPw", "leaked", LEAKED)]


@pytest.mark.parametrize(
    "password",
    [
        pytest.param("correct-horse-42", id="several words"),
        pytest.param("zebra-crossing-7", id="others"),
        pytest.param("monkey82917364", id="more behind a word than a year and a sign"),
        pytest.param("7391846-sunshine", id="before a word"),
        pytest.param("dkssud-slrk-7z", id="no word"),
        pytest.param("Xk7!pq2z", id="random"),
    ],
)
def test_another_password_is_accepted(password: str) -> None:
    assert wrong_password(password, login_id="hongkildong", phone="01012345678") == []


@given(st.text(max_size=80))
def test_any_text_can_be_looked_up(text: str) -> None:
    assert leaked.is_leaked(text) in {True, False}


def test_a_lone_surrogate_can_be_looked_up() -> None:
    assert not leaked.is_leaked("\ud800 and nothing known")


def test_the_file_is_sorted_and_holds_what_it_says() -> None:
    known = leaked.FILE.read_bytes()
    entries = [known[n : n + leaked.WIDTH] for n in range(0, len(known), leaked.WIDTH)]

    assert entries == sorted(set(entries))
    assert 100_000 < len(entries) < 120_000
    assert {len(entry) for entry in entries} == {leaked.WIDTH}


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        ("안녕하세요", "dkssudgktpdy"),
        ("비밀번호", "qlalfqjsgh"),
        ("꽃잎", "Rhcdlv"),
        ("닭없왜", "ekfrdjqtdho"),
        ("abc가", "abcrk"),
    ],
)
def test_korean_is_typed_on_an_english_keyboard_as_expected(word: str, typed: str) -> None:
    assert type_in_english(word) == typed


async def test_a_sign_up_with_a_leaked_password_is_refused_with_a_sentence(client: Client) -> None:
    form = {
        "mberId": "hongkildong",
        "mberPw": "dkssudgktpdy1",
        "mberNm": "홍길동",
        "email": "hong@example.com",
        "phone": "010-1234-5678",
        "agreements": SIGN_UP_AGREEMENTS,
    }

    answer = await client.post("/api/v1/user/sign-up", json=form)

    assert answer.status_code == 422
    assert answer.json()["fields"] == [{"name": "mberPw", "code": "leaked", "detail": LEAKED}]
