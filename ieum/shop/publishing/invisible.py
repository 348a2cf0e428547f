"""Removes characters that no published text may contain."""

import re

# Marks that turn the direction of writing, invisible and control characters, and lone surrogates. The zero-width joiner
# stays, because emoji need it.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff]"
)


def strip_invisible(text: str) -> str:
    return _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
