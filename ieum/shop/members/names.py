"""Names of people. Pure."""

import re
import unicodedata

from ieum.shop.kernel.texts import WORDS

SHORTEST_NAME, LONGEST_NAME = 2, 60
# What stands between the letters of a name.
_BETWEEN = frozenset("'’-.· ")
# Consonants and vowels alone: what is left of Hangul that was not finished.
_HALF_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc]")
# Phones and computers put the one or the other into a name, whichever was typed; some alphabets have a letter for it.
_APOSTROPHES = "'’ʻʼ"
# Other keyboards have these in place of the signs above: `ㆍ` is the dot that Korean ones write.
_SIGNS = str.maketrans(
    dict.fromkeys("`´＇", "'")
    | dict.fromkeys("‘‛ʼ′", "’")
    | dict.fromkeys("‐‑‒–−－﹣", "-")
    | dict.fromkeys("ㆍ・･•‧∙⋅", "·")
    | {"．": "."}
)
# Initials may stand close to what follows. Written so, any word would be a domain, of which mail programs make links.
_RUN_ON = re.compile(r"\.(?=[^\W\d_]{2})")
_WIDE_LETTERS = re.compile("[Ａ-Ｚａ-ｚ]")
# What is copied along from web pages and address books: blanks without a width, and marks of the direction of writing.
_COPIED_ALONG = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]")
# The joiners, of which Arabic and Indic scripts need one between two letters.
_JOINERS = frozenset("\u200c\u200d")
_JOINED = "\u0600-\u077f\u0900-\u0dff"
_NEEDLESS_JOINERS = re.compile(f"(?<![{_JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}])")
# No script has so many marks on one letter; they would cover the lines around it.
_TOO_MANY_MARKS = "M" * 9


def tidy_label(text: str) -> str:
    """Words that name something, in the form that we store: composed, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def tidy_name(name: str) -> str:
    """The name in the form that we store: as `tidy_label`, in signs that every keyboard finds, without unseen ones."""
    plain = _COPIED_ALONG.sub("", unicodedata.normalize("NFC", name)).translate(_SIGNS)
    plain = _WIDE_LETTERS.sub(lambda wide: unicodedata.normalize("NFKC", wide[0]), plain)
    return tidy_label(_RUN_ON.sub(". ", _NEEDLESS_JOINERS.sub("", plain)))


def is_name(name: str) -> bool:
    """Tell whether a tidied text can be a person's name: letters and marks of any script, and the signs between them.

    An apostrophe may begin it (`’t Hooft`), and `〇` is a letter in Chinese and Japanese names.
    """
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        return False
    kinds = ["L" if sign == "〇" else unicodedata.category(sign)[0] for sign in name]
    return (
        kinds[1 if name[0] in _APOSTROPHES else 0] == "L"
        and (kinds[-1] in {"L", "M"} or name[-1] == ".")
        and all(
            kind in {"L", "M"} or sign in _BETWEEN or sign in _JOINERS
            for kind, sign in zip(kinds, name, strict=True)
        )
        and _TOO_MANY_MARKS not in "".join(kinds)
        # Some letters are not to be seen, such as the fillers of Hangul.
        and re.search(WORDS, name) is not None
        and not _HALF_HANGUL.search(name)
    )


def spellings(name: str) -> list[str]:
    """The name with each apostrophe, and as it was stored before a dot ended a word, for whoever looks for it."""
    return sorted(
        {
            spelt
            for one in (name, name.replace(". ", "."))
            for spelt in (one, *(re.sub(f"[{_APOSTROPHES}]", sign, one) for sign in _APOSTROPHES))
        }
    )
