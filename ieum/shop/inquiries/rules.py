"""Checks and tidies inquiries, holds their limits, and decides their states. Pure."""

import re
import unicodedata

from ieum.shop.inquiries.types import State
from ieum.shop.kernel.errors import Field

TITLE_LONGEST, BODY_LONGEST, NAME_LONGEST = 100, 5_000, 100
INQUIRIES_A_DAY, MESSAGES_A_DAY, MESSAGES_IN_ALL = 10, 50, 300
IMAGES_A_MESSAGE, IMAGES_WAITING, IMAGES_A_DAY = 5, 10, 50
IMAGE_LARGEST = 10 * 1024 * 1024
# An upload has these seconds to begin with, and more by what has arrived: a phone with 400 kbit/s sends 50,000 bytes a
# second, of which some go to headers and to what gets lost. The largest image may take 277 seconds.
UPLOAD_GRACE = 15
UPLOAD_BYTES_A_SECOND = 40_000

EXTENSIONS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
NO_NAME = "사진"

# Characters that draw nothing, such as Hangul fillers and an empty Braille cell, or that reverse the line. Removed.
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a]"
)
# Characters that join emoji or choose a letter's form. Kept beside visible ones, but they are no text by themselves.
_JOINING = re.compile(r"[\s\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]+")


def upload_seconds(received: int) -> float:
    """In how many seconds after its beginning an upload must go on, so many bytes of which have arrived."""
    return UPLOAD_GRACE + received / UPLOAD_BYTES_A_SECOND


def tidy_line(text: str) -> str:
    """The text as one line in composed letters, as macOS sends Hangul decomposed; empty if none of it is visible."""
    return _if_visible(" ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)).split()))


def tidy_text(text: str) -> str:
    """The text with its line breaks, without characters that cannot be seen or stored."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    return _if_visible(_INVISIBLE.sub("", text).strip())


def _if_visible(text: str) -> str:
    return text if _JOINING.sub("", text) else ""


def wrong_title(title: str) -> list[Field]:
    if not title:
        return [Field("title", "required", "제목을 입력해 주세요.")]
    if len(title) > TITLE_LONGEST:
        return [Field("title", "too_long", f"제목은 {TITLE_LONGEST}자까지 입력해 주세요.")]
    return []


def wrong_body(body: str) -> list[Field]:
    if not body:
        return [Field("body", "required", "내용을 입력해 주세요.")]
    if len(body) > BODY_LONGEST:
        return [Field("body", "too_long", f"내용은 {BODY_LONGEST:,}자까지 입력해 주세요.")]
    return []


def wrong_images(images: list[int]) -> list[Field]:
    if len(images) > IMAGES_A_MESSAGE:
        return [Field("images", "too_many", f"사진은 한 번에 {IMAGES_A_MESSAGE}장까지 첨부해 주세요.")]
    if len(set(images)) != len(images):
        return [Field("images", "twice", "같은 사진이 두 번 첨부되었습니다. 하나를 삭제해 주세요.")]
    return []


def image_name(name: str, media_type: str) -> str:
    """The file name to show, without folders and with the extension of the image's real type."""
    last = re.split(r"[/\\]", tidy_line(name))[-1]
    stem = _if_visible(re.sub(r"\.[A-Za-z0-9]{1,5}$", "", last).strip(" ."))
    ending = f".{EXTENSIONS[media_type]}"
    return (stem or NO_NAME)[: NAME_LONGEST - len(ending)] + ending


def after_member(state: State) -> State:
    """The state after the member has written: an inquiry that was done waits again, one in hand stays in hand."""
    return "received" if state in {"answered", "closed"} else state
