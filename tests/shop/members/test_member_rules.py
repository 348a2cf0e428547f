"""What a sign-up must look like: the rules alone."""

import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.members.rules import check_agreements, check_sign_up
from ieum.shop.members.types import Agreement, AgreementRow, NewMember, SignUp

GOOD = SignUp(
    mberId="hongkildong",
    mberPw="correct-horse-42",
    mberNm="홍길동",
    email="hong@example.com",
    phone="010-1234-5678",
)
TERMS = AgreementRow(
    "terms", "2", "2", "이용약관", "본문", required=True, entry_id=None, number=None, text=None
)
MARKETING = AgreementRow(
    "marketing", "1", "1", "마케팅", "본문", required=False, entry_id=None, number=None, text=None
)


def wrong_fields(form: SignUp) -> set[str]:
    try:
        check_sign_up(form)
    except InvalidFields as refused:
        return {field.name for field in refused.fields or []}
    return set()


@pytest.mark.parametrize(
    ("login_id", "fits"),
    [
        pytest.param("hong12", True, id="six characters"),
        pytest.param("h" + "0a_" * 6 + "0", True, id="twenty"),
        pytest.param("hong1", False, id="five"),
        pytest.param("h" * 21, False, id="twenty-one"),
        pytest.param("1hongkil", False, id="starts with a digit"),
        pytest.param("_hongkil", False, id="starts with an underscore"),
        pytest.param("Hongkil", False, id="a capital"),
        pytest.param("hong-kil", False, id="a hyphen"),
        pytest.param("홍길동홍길동", False, id="Hangul"),
        pytest.param("hongkil\n", False, id="a line break at its end"),
        pytest.param("hongkil\0", False, id="NUL"),
        pytest.param("hong١٢٣", False, id="digits of another script"),
        pytest.param("administrator", False, id="reserved"),
    ],
)
def test_a_login_id_is_six_to_twenty_small_letters_digits_and_underscores(login_id: str, fits: bool) -> None:
    form = msgspec.structs.replace(GOOD, mberId=login_id, mberPw="zebra-crossing-7")

    assert ("mberId" not in wrong_fields(form)) is fits


@pytest.mark.parametrize(
    ("password", "fits"),
    [
        pytest.param("abcz8642ey", True, id="ten of two classes"),
        pytest.param("abz8642ey", False, id="nine of two classes"),
        pytest.param("ab!8642e", True, id="eight of three classes"),
        pytest.param("a!86e42", False, id="seven of three classes"),
        pytest.param("zqxjkvbpyfgc", False, id="one class"),
        pytest.param("비밀번호는 길어요9", True, id="Hangul counts as a special character"),
        pytest.param("aZ4!" * 16, True, id="sixty-four"),
        pytest.param("aZ4!" * 16 + "x", False, id="sixty-five"),
        pytest.param("xhongkildong9!", False, id="the id inside"),
        pytest.param("xHongKilDong9!", False, id="the id inside, in capitals"),
        pytest.param("ab12345678cd", False, id="the phone number inside"),
        pytest.param("zeb!aaaa91", False, id="four the same"),
        pytest.param("zeb!aaa912", True, id="three the same"),
        pytest.param("zeb!1234ra", False, id="four in a row"),
        pytest.param("zeb!DcBa91", False, id="four in a row, down, in mixed case"),
        pytest.param("zeb!123ra9", True, id="three in a row"),
    ],
)
def test_a_password_is_long_mixed_and_not_about_its_owner(password: str, fits: bool) -> None:
    assert ("mberPw" not in wrong_fields(msgspec.structs.replace(GOOD, mberPw=password))) is fits


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        pytest.param("홍길동", "홍길동", id="Hangul"),
        pytest.param(unicodedata.normalize("NFD", "홍길동"), "홍길동", id="as macOS sends it"),
        pytest.param("  Gil  Dong Hong ", "Gil Dong Hong", id="Latin, its spaces tidied"),
        pytest.param("홍", None, id="one character"),
        pytest.param("가" * 60, "가" * 60, id="sixty"),
        pytest.param(unicodedata.normalize("NFD", "각" * 60), "각" * 60, id="sixty as macOS sends them"),
        pytest.param("가" * 61, None, id="sixty-one"),
        pytest.param("Maximilian Alexander Hofmann", "Maximilian Alexander Hofmann", id="twenty-eight"),
        pytest.param("Mary-Jane Kim", "Mary-Jane Kim", id="a hyphen"),
        pytest.param("Sean O'Brien", "Sean O'Brien", id="an apostrophe"),
        pytest.param("Sean O’Brien", "Sean O’Brien", id="an apostrophe of a phone"),
        pytest.param("Jose\u0301 Núñez", "José Núñez", id="accents"),
        pytest.param("金哲洙", "金哲洙", id="Hanja"),
        pytest.param("田中　さくら", "田中 さくら", id="Kana with a wide blank"),
        pytest.param("Nguyễn Thị Ánh", "Nguyễn Thị Ánh", id="Vietnamese"),
        pytest.param("Иван Петров", "Иван Петров", id="Cyrillic"),
        pytest.param("محمد علي", "محمد علي", id="Arabic"),
        pytest.param("अनिल कुमार", "अनिल कुमार", id="marks of Devanagari"),
        pytest.param("Martin Luther King Jr.", "Martin Luther King Jr.", id="a full stop at the end"),
        pytest.param("J.R.R.Tolkien", "J.R.R. Tolkien", id="initials close to the name"),
        pytest.param("당첨 evil.com", "당첨 evil. com", id="a domain, which a mail would make a link of"),
        pytest.param("홍길동.한국", "홍길동. 한국", id="a domain in Hangul"),
        pytest.param("레오나르도·다빈치", "레오나르도·다빈치", id="a middle dot"),
        pytest.param("마리아ㆍ테레사", "마리아·테레사", id="the dot of a Korean keyboard"),
        pytest.param("キム・ヨナ", "キム·ヨナ", id="the dot of Katakana"),
        pytest.param("Jean\u2011Luc", "Jean-Luc", id="the hyphen of a phone"),
        pytest.param("Jean–Luc", "Jean-Luc", id="a dash for a hyphen"),
        pytest.param("O‘Brien", "O’Brien", id="an apostrophe that opens"),
        pytest.param("O`Brien", "O'Brien", id="a grave accent for an apostrophe"),
        pytest.param("O´Brien", "O'Brien", id="an acute accent for an apostrophe"),
        pytest.param("O\u02bcBrien", "O’Brien", id="the apostrophe that is a letter"),
        pytest.param("Ka\u02bbahumanu", "Ka\u02bbahumanu", id="the okina"),
        pytest.param("’t Hooft", "’t Hooft", id="an apostrophe before"),
        pytest.param("ＫＩＭ Ｍｉｎｓｕ", "KIM Minsu", id="full-width letters"),
        pytest.param("李〇", "李〇", id="a letter that counts as a number"),
        pytest.param("علی\u200cرضا", "علی\u200cرضا", id="a joiner of Persian"),
        pytest.param("ප්\u200dරියන්ත", "ප්\u200dරියන්ත", id="a joiner of Sinhala"),
        pytest.param("홍\u200d길\u200c동", "홍길동", id="joiners that join nothing"),
        pytest.param("\u202a홍길동\u202c\u200b", "홍길동", id="what was copied along"),
        pytest.param("K" + "\u0301" * 20 + "im", None, id="a heap of marks"),
        pytest.param("-홍길동", None, id="a hyphen before"),
        pytest.param("홍길동-", None, id="a hyphen behind"),
        pytest.param("\u0301홍길동", None, id="a mark without its letter"),
        pytest.param("홍길동\u3164", None, id="a letter that is not to be seen"),
        pytest.param("홍\u202e길동", None, id="a sign that turns the line"),
        pytest.param("홍\ufffd동", None, id="a letter that was lost"),
        pytest.param("hong@example", None, id="an at sign"),
        pytest.param("홍(길동)", None, id="brackets"),
        pytest.param("홍/길동", None, id="a slash"),
        pytest.param("홍길동2", None, id="a digit"),
        pytest.param("<b>홍길동</b>", None, id="markup"),
        pytest.param("홍길동\0", None, id="NUL"),
        pytest.param("ㅎㄱㄷ", None, id="consonants alone"),
    ],
)
def test_a_name_is_two_to_sixty_letters_of_any_script_in_one_form(name: str, kept: str | None) -> None:
    form = msgspec.structs.replace(GOOD, mberNm=name)

    assert ("mberNm" not in wrong_fields(form)) is (kept is not None)
    if kept is not None:
        assert check_sign_up(form).name == kept


@pytest.mark.parametrize(
    ("email", "fits"),
    [
        pytest.param("hong+shop@mail.example.co.kr", True, id="a tag and subdomains"),
        pytest.param(" hong@example.com ", True, id="spaces around it"),
        pytest.param("hong@example", False, id="no top-level domain"),
        pytest.param("hong.example.com", False, id="no at sign"),
        pytest.param("hong@@example.com", False, id="two at signs"),
        pytest.param("hong@-example.com", False, id="a label that starts with a hyphen"),
        pytest.param("홍@example.com", False, id="Hangul"),
        pytest.param("hong@예시.한국", False, id="a Hangul domain"),
        pytest.param("hong@example.com\nBcc: all@example.com", False, id="another header"),
        pytest.param("hong@example.com,all@example.com", False, id="two addresses"),
        pytest.param("(1)hong@example.com", False, id="a comment, which is no part of the address"),
        pytest.param("a:hong@example.com", False, id="a group of addresses"),
        pytest.param("[hong]@example.com", False, id="brackets"),
        pytest.param("hong\0@example.com", False, id="NUL"),
        pytest.param("hong\x1b@example.com", False, id="a control character"),
        pytest.param("h" * 65 + "@example.com", False, id="too long before the at sign"),
    ],
)
def test_a_mail_address_is_one_plain_address(email: str, fits: bool) -> None:
    assert ("email" not in wrong_fields(msgspec.structs.replace(GOOD, email=email))) is fits


@pytest.mark.parametrize(
    ("phone", "kept"),
    [
        pytest.param("010-1234-5678", "01012345678", id="hyphens"),
        pytest.param("010 1234 5678", "01012345678", id="spaces"),
        pytest.param("0111234567", "0111234567", id="an old number"),
        pytest.param("+82 10-1234-5678", "01012345678", id="its country"),
        pytest.param("+82 (0)10 1234 5678", "01012345678", id="its country and its 0"),
        pytest.param("0082-10-1234-5678", "01012345678", id="dialled from abroad"),
        pytest.param("821012345678", "01012345678", id="its country without a plus"),
        pytest.param("10-1234-5678", "01012345678", id="without the 0 that a spreadsheet cut"),
        pytest.param("０１０－１２３４－５６７８", "01012345678", id="full width"),
        pytest.param("02-1234-5678", None, id="a landline"),
        pytest.param("010-1234-56789", None, id="a digit too many"),
        pytest.param("01212345678", None, id="no such prefix"),
        pytest.param("010١٢٣٤٥٦٧٨", "01012345678", id="digits of another script"),
    ],
)
def test_a_phone_number_is_a_korean_mobile_number(phone: str, kept: str | None) -> None:
    form = msgspec.structs.replace(GOOD, phone=phone)

    assert ("phone" not in wrong_fields(form)) is (kept is not None)
    if kept is not None:
        assert check_sign_up(form).phone == kept


def test_every_wrong_field_is_named_at_once() -> None:
    form = SignUp(mberId="x", mberPw="x", mberNm="x", email="x", phone="x")

    assert wrong_fields(form) == {"mberId", "mberPw", "mberNm", "email", "phone"}


@given(
    st.builds(
        SignUp,
        mberId=st.from_regex(r"[a-z][a-z0-9_]{5,19}", fullmatch=True) | st.text(),
        mberPw=st.just("zebra-crossing-7") | st.text(),
        mberNm=st.just("홍길동") | st.text(),
        email=st.from_regex(r"[^@]{1,8}@[a-z-]{1,5}\.[a-z]{1,3}", fullmatch=True) | st.emails() | st.text(),
        phone=st.from_regex(r"01[0-9]\d{8}", fullmatch=True) | st.text(),
        agreements=st.just([]),
    )
)
def test_valid_input_fits_the_table(form: SignUp) -> None:
    """The table would answer with an exception, which is a 500: the rules may let nothing through that it refuses."""
    try:
        member = check_sign_up(form)
    except InvalidFields:
        return
    kept = NewMember(member.login_id, "", member.name, member.email, member.phone)
    texts = (kept.login_id, kept.name, kept.email, kept.phone)
    assert not any("\0" in text for text in texts)
    assert kept.phone.isascii()
    assert 2 <= len(kept.name) <= 20
    assert len(kept.email) <= 254


@pytest.mark.parametrize(
    ("ticked", "wrong"),
    [
        pytest.param([], {("agreements.terms", "required")}, id="nothing"),
        pytest.param([("marketing", "1")], {("agreements.terms", "required")}, id="only what is optional"),
        pytest.param([("terms", "1")], {("agreements.terms", "outdated")}, id="an old version"),
        pytest.param(
            [("terms", "2"), ("nonsense", "1")], {("agreements.nonsense", "outdated")}, id="no such text"
        ),
        pytest.param(
            [("terms", "2"), ("marketing", "0")], {("agreements.marketing", "outdated")}, id="old, optional"
        ),
    ],
)
def test_missing_or_outdated_agreements_are_named(
    ticked: list[tuple[str, str]], wrong: set[tuple[str, str]]
) -> None:
    agreements = [Agreement(key, version) for key, version in ticked]

    with pytest.raises(InvalidFields) as refused:
        check_agreements(agreements, [TERMS, MARKETING])

    assert {(field.name, field.code) for field in refused.value.fields or []} == wrong


def test_an_unticked_agreement_is_stored_as_not_agreed() -> None:
    agreed = check_agreements([Agreement("terms", "2")], [TERMS, MARKETING])

    assert agreed == {"terms": True, "marketing": False}
