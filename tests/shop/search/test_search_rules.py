"""What Korean words are found by: pure, so without a database."""

import sys
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ieum.shop.search import query_words, rules
from ieum.shop.search.excerpts import BEFORE, LENGTH, excerpt
from tests.growth import assert_linear
from tests.shop.builders.word_search import finds, in_index, matches


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("환불은", "환불"),
        ("환불을", "환불"),
        ("환불이", "환불"),
        ("환불과", "환불"),
        ("환불의", "환불"),
        ("환불에", "환불"),
        ("환불도", "환불"),
        ("환불만", "환불"),
        ("환불로", "환불"),
        ("결제가", "결제"),
        ("결제는", "결제"),
        ("결제를", "결제"),
        ("결제와", "결제"),
        ("결제로", "결제"),
        ("신청으로", "신청"),
        ("사무실에서", "사무실"),
        ("사무실에서는", "사무실"),
        ("내일까지", "내일"),
        ("오늘부터", "오늘"),
        ("고객에게", "고객"),
        ("고정아이피처럼", "고정아이피"),
        ("집에서", "집"),
        ("비를", "비"),
        ("환불하려면", "환불"),
        ("변경되나요", "변경"),
        ("연결하는데", "연결"),
        ("결제합니다", "결제"),
        ("환불해주세요", "환불"),
        ("차단되었어요", "차단"),
        ("차단됐나요", "차단"),
        ("환불가능한가요", "환불"),
        ("환불을받으려면", "환불"),
        ("설치방법은", "설치"),
    ],
)
def test_a_particle_or_an_ending_is_taken_off(word: str, stem: str) -> None:
    assert query_words.strip_particle(word) == stem


@pytest.mark.parametrize(
    ("word", "because"),
    [
        ("추가", "only one syllable would be left"),
        ("문의", "only one syllable would be left"),
        ("속도", "only one syllable would be left"),
        ("회의", "only one syllable would be left"),
        ("고정아이", "이 follows a consonant"),
        ("테스트은", "은 follows a consonant"),
        ("환불가", "가 follows a vowel"),
        ("신청로", "로 follows a vowel or ㄹ"),
        ("환불", "it carries none"),
    ],
)
def test_a_syllable_that_only_looks_like_a_particle_stays(word: str, because: str) -> None:
    assert query_words.strip_particle(word) == word, because


@pytest.mark.parametrize(
    ("query", "text"),
    [
        pytest.param("환불은", "환불 안내", id="a particle"),
        pytest.param("환불", "중도환불규정을 봅니다", id="the middle of a word"),
        pytest.param("환", "부분 환불", id="one syllable"),
        pytest.param("불", "부분 환불", id="the last syllable"),
        pytest.param("고정아이피", "고정 아이피를 씁니다", id="together, and apart in the text"),
        pytest.param("고정 아이피", "고정아이피를 씁니다", id="apart, and together in the text"),
        pytest.param("고정아이피", "고정 IP를 씁니다", id="in Hangul, and in Latin in the text"),
        pytest.param("고정IP", "고정아이피를 씁니다", id="in Latin, and in Hangul in the text"),
        pytest.param("IP변경", "IP 변경 방법", id="two scripts without a blank"),
        pytest.param("IP를", "고정 IP 상품", id="a particle after Latin letters"),
        pytest.param("wire", "WireGuard 설치", id="the beginning of a Latin word"),
        pytest.param("WIREGUARD", "WireGuard 설치", id="capitals"),
        pytest.param("ＩＰ", "고정 IP", id="full width"),
        pytest.param("환부ㄹㅋ", "환부 안내", id="letters still being typed"),
        pytest.param(unicodedata.normalize("NFD", "환불"), "환불 안내", id="taken apart, as macOS does"),
        pytest.param("환불", unicodedata.normalize("NFD", "환불 안내"), id="taken apart in the text"),
        pytest.param("환\u200b불", "환불", id="something unseen inside"),
        pytest.param("환불 어떻게 하나요?", "환불 안내", id="a question"),
        pytest.param("어떻게", "어떻게 씁니까", id="nothing but a question word"),
        pytest.param("3개월", "이용 기간은 3개월입니다", id="a number with its unit"),
        pytest.param("203.0.113.7", "주소 203.0.113.7", id="an address"),
        pytest.param("ㅋㅋ", "ㅋㅋㅋ", id="letters alone"),
        pytest.param("東京", "東京都", id="Chinese characters"),
        pytest.param("접속이 안 돼요", "연결이 되지 않습니다", id="what fails, in other words"),
        pytest.param("연결안됨", "연결이 안 될 때", id="what fails, glued"),
        pytest.param("느려요", "느리다고 느끼시면", id="another form of a verb"),
        pytest.param("자동결제", "정기결제 해지", id="another word for it"),
        pytest.param("한달", "한 달 동안", id="two syllables, apart in the text"),
        pytest.param("몇대", "기기는 몇 대까지", id="two syllables, apart inside of a text"),
        pytest.param("VPN이란", "VPN 안내", id="이란 after Latin letters"),
        pytest.param("IP란", "IP 안내", id="란 after Latin letters"),
        pytest.param("VPN인가요", "VPN 안내", id="an ending after Latin letters"),
        pytest.param("WireGuard란?", "WireGuard 안내", id="란 after a Latin name"),
        pytest.param("와이어가드란", "WireGuard 안내", id="란 after a vowel"),
    ],
)
def test_a_question_finds_its_text(query: str, text: str) -> None:
    assert finds(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        pytest.param("음식", "이음 식당", id="a pair across a blank"),
        pytest.param("정아이", "정아와 아이", id="pairs that stand apart"),
        pytest.param("환불 결제", "환불 안내", id="only one of two words"),
        pytest.param("10", "1000명", id="a short number as the beginning of another"),
        pytest.param("guard", "WireGuard", id="the end of a Latin word"),
        pytest.param("안돼요", "동안 되돌려", id="what fails, across a blank"),
        pytest.param("제안된", "안 됩니다", id="what fails, at the end of another word"),
        pytest.param("차이", "다른 오른가지", id="pairs of a form that stand apart"),
        pytest.param("고정아이피", "고정과 정아, 아이와 이피", id="pairs of one spelling that stand apart"),
    ],
)
def test_a_question_does_not_find_a_text_that_only_looks_alike(query: str, text: str) -> None:
    assert not finds(query, text)


@pytest.mark.parametrize("query", ["핸드폰", "휴대폰", "휴대폰은 안 돼요", "한달", "안될때"])
def test_every_spelling_of_a_word_is_searched(query: str) -> None:
    """Otherwise an unusual spelling would search every text, and miss the newest of many matches."""
    words = query_words.words_of(query)

    assert matches(rules.strict_tsquery(words), "휴대폰으로는 한 달째 연결이 안 될 때")


@pytest.mark.parametrize("query", ["", "   ", "!!!", "' & | ! ( ) : * <->", "%_", "\\", "\0"])
def test_a_question_without_a_word_makes_no_query(query: str) -> None:
    assert query_words.words_of(query) == []


@given(st.text(max_size=50))
def test_any_text_is_found_by_itself(query: str) -> None:
    """Whatever was typed, and whatever was taken off it."""
    words = query_words.words_of(query)

    assert not words or finds(query, query)


_FEW = st.text("한달이음식당되지않 IPip10a-\n", max_size=14)


@settings(max_examples=500)
@given(_FEW, _FEW)
def test_a_certain_match_of_the_index_occurs_in_the_text(query: str, text: str) -> None:
    words = query_words.words_of(query)
    assume(words and rules.is_certain(words))

    assert in_index(words, text) == rules.occurs_in(words, rules.clean(text))


@settings(max_examples=500)
@given(_FEW, _FEW, _FEW)
def test_any_word_that_occurs_in_a_text_matches_the_index(before: str, query: str, after: str) -> None:
    words, text = query_words.words_of(query), before + query + after
    assume(words and rules.occurs_in(words, rules.clean(text)))

    assert in_index(words, text)


@given(st.text(max_size=200))
def test_lowercasing_keeps_every_position(text: str) -> None:
    cleaned = rules.clean(text)

    assert len(rules.fold(cleaned)) == len(cleaned)


def test_only_one_letter_becomes_several_when_lowercased() -> None:
    longer = [chr(code) for code in range(sys.maxunicode) if len(chr(code).lower()) != 1]

    assert longer == ["\u0130"]
    assert rules.clean("\u0130") == "I"


def test_an_excerpt_begins_shortly_before_the_match_and_is_cut_between_words() -> None:
    body = "가나다라 " * 30 + "여기서 환불은 이렇게 됩니다. " + "마바사아 " * 60

    found = excerpt(body, query_words.words_of("환불"))

    assert "환불은 이렇게" in found
    assert found.startswith("…가나다라 ")
    assert found.endswith(" 마바사아…")
    assert len(found) <= LENGTH + 2
    assert found.index("환불") <= BEFORE + 1


def test_an_excerpt_is_taken_where_most_of_the_words_are() -> None:
    body = "결제 안내입니다. " + "가나다라 " * 60 + "결제 환불 규정을 봅니다."

    assert "결제 환불 규정" in excerpt(body, query_words.words_of("환불 결제"))


def test_an_excerpt_of_a_text_full_of_matches_takes_linear_time() -> None:
    words = query_words.words_of("가 나 환불")

    assert_linear(lambda body: excerpt(body, words), lambda size: "가 나 " * size + "환불", size=25_000)

    assert excerpt("가 나 " * 25_000 + "환불", words).endswith("환불")


def test_an_excerpt_marks_two_syllables_only_where_they_are_a_word() -> None:
    body = "이상한 달리기 " * 30 + "한 달을 이용합니다."

    assert excerpt(body, query_words.words_of("한달")).endswith("한 달을 이용합니다.")


def test_a_match_in_the_title_only_shows_the_beginning_of_the_text() -> None:
    assert excerpt("안녕하세요. 이음입니다.", query_words.words_of("환불")) == "안녕하세요. 이음입니다."


@given(st.text(max_size=300), st.text(max_size=50))
def test_an_excerpt_is_a_part_of_the_text(text: str, query: str) -> None:
    body = rules.clean(text)

    assert excerpt(body, query_words.words_of(query)).strip("…") in body
