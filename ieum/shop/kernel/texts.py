"""Patterns of texts that people type, without characters that cannot be seen or that turn the line around.

And the same characters of texts that gateways and providers send, made visible for a terminal.

A name with U+202E in it reads as another one on the screens of members and operators, and one of Hangul fillers or
empty Braille cells as none. The two joiners, U+200C and U+200D, and the variation selectors stay, because emoji and
some scripts need them.
"""

_HIDDEN = (
    r"\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\u2800\u3164\ufeff\uffa0\ufff9-\ufffb"
)
# One line, perhaps empty. A `$` alone would also match before a line break at the end.
LINE = rf"^[^\x00-\x1f{_HIDDEN}]*(?!\n)$"
# What draws nothing by itself: blanks, and what joins emoji, sits on another letter or chooses its form. The last ones
# stand here as they are, because `\U` is understood by Python alone, and whoever reads the API's description is not.
_BY_OTHERS = r"\s\u0300-\u036f\u200c\u200d\ufe00-\ufe0f" + "\U000e0020-\U000e007f\U000e0100-\U000e01ef"
# One line of which something is to be seen: a name.
WORDS = rf"^(?=.*[^{_BY_OTHERS}])[^\x00-\x1f{_HIDDEN}]+(?!\n)$"
# Several lines, perhaps none.
LINES = rf"^[^\x00-\x08\x0b\x0c\x0e-\x1f{_HIDDEN}]*(?!\n)$"
# What is said in some lines, or in one: more than blanks. A NUL, which no text of the database may have, is refused by
# both halves, because `\S` alone is everything but white space, and so a NUL, too.
SAID = r"^[^\x00]*[^\s\x00][^\x00]*$"
SAID_IN_A_LINE = r"^[^\x00-\x1f]*[^\s\x00-\x1f][^\x00-\x1f]*$"
# Two characters of it at least: one is no reason.
TWO_SIGNS = r"^[^\x00]*[^\s\x00][^\x00]*[^\s\x00][^\x00]*$"
