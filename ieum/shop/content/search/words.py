"""What Korean hangs on its words, and what is written both ways. Longest first wherever one ends with another."""

from typing import Literal, NamedTuple

_FINAL_CONSONANTS, _RIEUL = 28, 8


class Particle(NamedTuple):
    text: str
    # What the syllable before it ends with: 은 follows a consonant, 는 a vowel, 로 a vowel or ㄹ.
    after: Literal["consonant", "vowel", "vowel or ㄹ", "consonant but ㄹ", "anything"] = "anything"
    # So many syllables must be left: 추가 ends with no particle, whereas hardly a noun ends with 에서.
    least: int = 2

    def follows(self, syllable: str) -> bool:
        if self.after == "anything" or not "가" <= syllable <= "힣":
            return True
        final = (ord(syllable) - ord("가")) % _FINAL_CONSONANTS
        if self.after == "vowel or ㄹ":
            return final in {0, _RIEUL}
        if self.after == "consonant but ㄹ":
            return final not in {0, _RIEUL}
        return bool(final) is (self.after == "consonant")


PARTICLES = (
    Particle("으로부터", "consonant but ㄹ", 1),
    Particle("에서부터", least=1),
    Particle("으로는", "consonant but ㄹ", 1),
    Particle("으로도", "consonant but ㄹ", 1),
    Particle("에서는", least=1),
    Particle("에서도", least=1),
    Particle("에서의", least=1),
    Particle("까지는", least=1),
    Particle("까지도", least=1),
    Particle("부터는", least=1),
    Particle("에게서", least=1),
    Particle("한테서", least=1),
    Particle("이라는", "consonant"),
    Particle("이라고", "consonant"),
    Particle("이랑", "consonant"),
    Particle("으로", "consonant but ㄹ", 1),
    Particle("에서", least=1),
    Particle("까지", least=1),
    Particle("부터", least=1),
    Particle("에게", least=1),
    Particle("한테", least=1),
    Particle("에는"),
    Particle("에도"),
    Particle("로는", "vowel or ㄹ"),
    Particle("로도", "vowel or ㄹ"),
    Particle("와는", "vowel"),
    Particle("과는", "consonant"),
    Particle("처럼"),
    Particle("보다"),
    Particle("마다"),
    Particle("밖에"),
    Particle("이나", "consonant"),
    Particle("라는", "vowel"),
    Particle("라고", "vowel"),
    Particle("랑", "vowel"),
    Particle("란", "vowel"),
    Particle("을", "consonant"),
    Particle("를", "vowel", 1),
    Particle("이", "consonant"),
    Particle("가", "vowel"),
    Particle("은", "consonant"),
    Particle("는", "vowel"),
    Particle("과", "consonant"),
    Particle("와", "vowel"),
    Particle("로", "vowel or ㄹ"),
    Particle("의"),
    Particle("에"),
    Particle("도"),
    Particle("만"),
)

# What makes a verb of a noun: 환불하려면, 변경되나요. At least two syllables of the noun are left.
_AFTER_BOTH = (
    "기 는 나요 려면 려고 고 면 지 지만 는데 는지 던 거나 도록 는법 는방법 고싶어요 게 며 니 니까 네요 세요"
)
_OF_HADA = "하십시오 하실 할 해요 해도 해서 했어요 했는데 했습니다 합니다 합니까 할까요 할수 할때 하는데요"
_OF_DOEDA = "되십시오 되실 될 된 됨 돼 돼요 되요 됐어요 됩니다 됩니까 될까요"
_OF_IDA = "인가요 인지 입니다 입니까 이에요 예요 이란"
ENDINGS = tuple(
    sorted(
        {verb + ending for verb in ("하", "되") for ending in _AFTER_BOTH.split()}
        | set(f"{_OF_HADA} {_OF_DOEDA} {_OF_IDA}".split()),
        key=lambda ending: (-len(ending), ending),
    )
)

# They ask; what they ask about stands beside them.
_ASKING = "어떻게 어떡해 어디 어디서 어디에서 언제 언제까지 얼마 얼마나 얼마인가요 왜 무엇 무엇인가요 뭐 뭔가요 뭐예요"
_VERBS_ALONE = "하나요 되나요 있나요 없나요 인가요 할까요 하는 하려면 하고 해요 합니다 합니까 됩니까 되는"
_REST = "싶어요 싶은데 주세요 알려주세요 수 것 건가요 있는 있는지 방법 관련 대한 대해"
QUESTION_WORDS = frozenset(f"{_ASKING} {_VERBS_ALONE} {_REST}".split())

# Written in Hangul as often as in Latin letters.
ALIKE = (
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
)
