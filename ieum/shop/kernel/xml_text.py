"""Text for XML, which forbids some characters however they are written. Pure."""

import re

# A vertical tab comes out of a slide that somebody copies; one of these, and no reader takes the whole document.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def allowed(text: str) -> str:
    """The text without what XML forbids; still to be escaped."""
    return _FORBIDDEN.sub("", text)
