"""Names of people. Pure."""

import re
import unicodedata

from ieum.shop.kernel.texts import WORDS

SHORTEST_NAME, LONGEST_NAME = 2, 60
# What stands between the letters of a name.
_BETWEEN = frozenset("'’-.· ")
# Consonants and vowels alone: what is left of Hangul that was not finished.
_HALF_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc]")
# Phones and computers put the one or the other into a name, whichever was typed.
_APOSTROPHES = "'’"


def tidy_name(name: str) -> str:
    """The name in the form that we store: composed, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_name(name: str) -> bool:
    """Whether it is the name of a person: letters and marks of any script, and what names have between them."""
    kinds = [unicodedata.category(sign)[0] for sign in name]
    return (
        SHORTEST_NAME <= len(name) <= LONGEST_NAME
        and kinds[0] == "L"
        and (kinds[-1] in {"L", "M"} or name[-1] == ".")
        and all(kind in {"L", "M"} or sign in _BETWEEN for kind, sign in zip(kinds, name, strict=True))
        # Some letters are not to be seen, such as the fillers of Hangul.
        and re.search(WORDS, name) is not None
        and not _HALF_HANGUL.search(name)
    )


def spellings(name: str) -> list[str]:
    """The name with either apostrophe, for whoever looks for it."""
    return sorted({name, *(re.sub(f"[{_APOSTROPHES}]", sign, name) for sign in _APOSTROPHES)})
