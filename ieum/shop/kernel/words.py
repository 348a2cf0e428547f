"""Tones of states. Each room names its states in its `words.py`, for server, mails, files and pages alike (0168)."""

from typing import Literal

# Of the tag or dot beside the word.
type Tone = Literal["ok", "warn", "danger", "plain"]
