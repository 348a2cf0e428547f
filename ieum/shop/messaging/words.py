"""The words of the media by which a member takes advertising."""

from collections.abc import Mapping
from typing import Literal

type Medium = Literal["sms", "mail"]

MEDIA: Mapping[Medium, str] = {"sms": "문자", "mail": "이메일"}
