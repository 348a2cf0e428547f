"""Endings that turn a Korean noun into a verb: 환불하려면, 변경되었나요, 해지해.

Whoever removes one must leave at least two syllables of the noun.
"""

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
