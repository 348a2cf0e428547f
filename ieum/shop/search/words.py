"""Word lists of Korean for queries: particles, endings, question words, inflected stems, and synonyms."""

from typing import Literal, NamedTuple

type Sound = Literal["consonant", "vowel", "vowel or ㄹ", "consonant but ㄹ", "anything"]

_FINAL_CONSONANTS, _RIEUL = 28, 8


class Particle(NamedTuple):
    text: str
    # What the syllable before it ends with: 은 follows a consonant, 는 a vowel, 로 a vowel or ㄹ.
    after: Sound
    # So many syllables must remain without it: the 가 of 추가 is no particle, but hardly any noun ends with 에서.
    least: int

    def follows(self, syllable: str) -> bool:
        if self.after == "anything" or not "가" <= syllable <= "힣":
            return True
        final = (ord(syllable) - ord("가")) % _FINAL_CONSONANTS
        if self.after == "vowel or ㄹ":
            return final in {0, _RIEUL}
        if self.after == "consonant but ㄹ":
            return final not in {0, _RIEUL}
        return bool(final) is (self.after == "consonant")


# By what they follow, and how many syllables must remain.
_PARTICLES: dict[tuple[Sound, int], str] = {
    ("consonant but ㄹ", 1): "으로부터 으로는 으로도 으로",
    ("vowel or ㄹ", 2): "로는 로도 로",
    ("consonant", 2): "이라는 이라고 이랑 과는 이나 을 이 은 과",
    ("vowel", 2): "와는 라는 라고 랑 란 가 는 와",
    ("vowel", 1): "를",
    ("anything", 2): "에는 에도 처럼 보다 마다 밖에 의 에 도 만",
    (
        "anything",
        1,
    ): "에서부터 에서는 에서도 에서의 까지는 까지도 부터는 에게서 한테서 에서 까지 부터 에게 한테",
}
# A particle that ends with another one comes before it.
PARTICLES = sorted(
    (Particle(text, after, least) for (after, least), texts in _PARTICLES.items() for text in texts.split()),
    key=lambda particle: -len(particle.text),
)

# Endings turn a Korean noun into a verb: 환불하려면, 변경되었나요, 해지해. Whoever removes one must leave at least two
# syllables of the noun.
_AFTER_BOTH = (
    "기 기가 기를 는 나요 려면 려고 려고요 려는데 려구요 고 고요 면 면서 지 지만 는데 는데요 는지 는지요 던 거나 "
    "도록 는법 는방법 는건 는건가요 는거 는것 는게 고싶어요 고싶은데 고싶습니다 고싶어 게 며 니 니까 네요 죠 시나요 "
    "시면 시려면"
)
_PAST = "어요 어 는데 는데요 습니다 나요 습니까 으면 을때 던 지만 음 네요 을까요 다"
_FUTURE = "까요 수 때 지 게요 래요 려면 려고 수있나요 수있을까요 수있는지 수없나요"
_VERBS = {
    "하": _AFTER_BOTH,
    "되": _AFTER_BOTH,
    "했": _PAST,
    "됐": _PAST,
    "되었": _PAST,
    "할": _FUTURE,
    "될": _FUTURE,
    "해": "요 도 도되나요 서 야 야해요 야하나요 주세요 주실 주시나요 주십시오 줘 줘요 달라 달라고",
    "돼": "요 서 도 야 있나요 있어요",
    "되어": "요 서 도 야 있나요 있어요",
    "받": "고 기 나요 는 으려면 을 을수 을수있나요 아 아요 았어요 았는데 고싶어요 고싶은데",
    "가능": "한 한가요 한지 한지요 해요 할까요 합니까 하나요",
}
_WHOLE = (
    "하십시오 하실 하신 할 해 합니다 합니까 합시다 하겠습니다 되십시오 되실 될 된 된다 된다고 된건가요 된거 됨 돼 "
    "되요 됩니다 됩니까 가능 방법 인가요 인지 인지요 인데 입니다 입니까 이에요 예요 에요 이란"
)
ENDINGS = tuple(
    sorted(
        {verb + ending for verb, endings in _VERBS.items() for ending in endings.split()}.union(
            _WHOLE.split()
        ),
        key=lambda ending: (-len(ending), ending),
    )
)

# Words of a query that say nothing of its subject.
_ASKING = (
    "어떻게 어떡해 어떻게해요 어디 어디서 어디에서 언제 언제까지 얼마 얼마나 얼마인가요 얼마예요 얼마에요 왜"
)
_WHAT = "무엇 무엇이 무엇인가요 뭐 뭐가 뭐예요 뭐에요 뭐죠 뭔가요 뭔지"
_BEING = "있나요 없나요 있어요 없어요 있습니까 없습니까 있을까요 있는 있는지 있는데 하는 되는"
_WISHES = (
    "싶어요 싶은데 싶습니다 주세요 주실 주십시오 알려주세요 부탁드립니다 부탁드려요 궁금합니다 궁금해요 해야"
)
_REST = "수 것 건가요 관련 대한 대해 좀 제 제가 내 내가 혹시 자꾸 계속 갑자기 너무 안 못"
QUESTION_WORDS = frozenset(f"{_ASKING} {_WHAT} {_BEING} {_WISHES} {_REST}".split())

# The stem that stands for every form of "does not work": texts and queries rarely use the same one.
FAILING = "안되"
# Each line has the stems of one word. A word that begins with a stem is that word, whatever follows.
INFLECTED = (
    (FAILING, "안돼", "안된", "안될", "안됩", "안됨", "안됐", "되지 않", "되지 못"),
    ("느리", "느려", "느린", "느릴", "느림", "느립"),
    ("끊",),
    ("막히", "막혀", "막혔", "막힌", "막힐", "막힘", "막힙"),
    ("바꾸", "바꿔", "바꿨", "바꾼", "바꿀", "바꿈", "바꿉", "바뀌", "바뀐", "바뀔", "변경"),
    ("고르", "고를", "골라", "고릅", "선택"),
    ("열리", "열려", "열린", "열릴", "열립"),
    ("잃어버", "분실"),
    ("차이", "다른가", "다르", "다릅", "달라"),
)

# Words of one syllable that are often written without the blank before the next word: 한달, 안될때.
ONE_SYLLABLE_WORDS = frozenset("한두세네몇새내안못")
# Hardly any other word of two syllables begins with one of these: 새폰 is 새 폰, whereas 한우 is not 한 우.
ALWAYS_SEPARATE = frozenset("몇새첫")

# The same thing in Hangul and in Latin letters, or by two names.
SYNONYMS = (
    ("아이피", "ip"),
    ("브이피엔", "vpn"),
    ("와이어가드", "wireguard"),
    ("윈도우", "windows"),
    ("윈도", "windows"),
    ("안드로이드", "android"),
    ("맥오에스", "macos"),
    ("아이폰", "iphone"),
    ("아이오에스", "ios"),
    ("큐알", "qr"),
    ("이메일", "email"),
    ("접속", "연결"),
    ("자동결제", "정기결제"),
    ("핸드폰", "휴대폰"),
    ("한달", "1개월"),
    ("취소", "해지"),
    ("가격", "금액"),
    ("요금", "금액"),
    ("비번", "비밀번호"),
)
