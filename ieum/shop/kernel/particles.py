"""Korean particles whose form depends on the sound that they follow."""

# Whether a digit ends in a consonant other than ㄹ as it is read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
_CLOSED_DIGITS = frozenset("036")
_FIRST_SYLLABLE, _SYLLABLES, _FINALS = 0xAC00, 11_172, 28
# None, and ㄹ, among the final consonants of a syllable.
_OPEN = frozenset({0, 8})


def with_ro(text: str) -> str:
    """The text with the particle 으로, or 로 after a vowel or ㄹ."""
    syllable = ord(text[-1]) - _FIRST_SYLLABLE
    closed = syllable % _FINALS not in _OPEN if 0 <= syllable < _SYLLABLES else text[-1] in _CLOSED_DIGITS
    return f"{text}{'으로' if closed else '로'}"
