"""Korean particles whose form depends on the sound that they follow."""

from typing import Literal

# The form after a consonant, and the form after a vowel.
type Particle = Literal["은/는", "이/가", "을/를", "과/와", "으로/로"]

# How digits and letters end as they are read one by one: 영, 일, 이 …; 에이, 비 … 엘, 엠, 엔 … 알.
_ENDS_IN_L = frozenset("178LR")
_ENDS_IN_A_CONSONANT = frozenset("036MN")
# Brackets, quotes and stops are not read.
_SILENT = "’”'\"»」』)]}>.,!?…`*"
_FIRST_SYLLABLE, _SYLLABLES, _FINALS, _RIEUL = 0xAC00, 11_172, 28, 8


def with_particle(text: str, particle: Particle) -> str:
    """The text with its particle, which follows the last sound. 으로 is 로 after ㄹ, too."""
    after_consonant, _, after_vowel = particle.partition("/")
    last = text.rstrip(_SILENT)[-1:].upper()
    is_open = not _is_closed(last) or (particle == "으로/로" and _is_rieul(last))
    return f"{text}{after_vowel if is_open else after_consonant}"


def with_ro(text: str) -> str:
    """The text with the particle 으로, or 로 after a vowel or ㄹ."""
    return with_particle(text, "으로/로")


def _final(letter: str) -> int | None:
    """The number of the final consonant, zero if there is none; None for what is no syllable of Hangul."""
    place = ord(letter) - _FIRST_SYLLABLE if letter else -1
    return place % _FINALS if 0 <= place < _SYLLABLES else None


def _is_closed(letter: str) -> bool:
    final = _final(letter)
    return letter in _ENDS_IN_L | _ENDS_IN_A_CONSONANT if final is None else final != 0


def _is_rieul(letter: str) -> bool:
    final = _final(letter)
    return letter in _ENDS_IN_L if final is None else final == _RIEUL
