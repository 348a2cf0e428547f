"""The shop's logo, sent from the console and drawn anew, as `ieum content logo` does with a file."""

import asyncio
import base64
from hashlib import sha256

from ieum.shop.console.settings.refusals import LogoRefused
from ieum.shop.console.settings.types import LogoForm, LogoPress, LogoShown
from ieum.shop.desk import previews
from ieum.shop.desk.acting import Actor
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.noted import Noted
from ieum.shop.desk.types import Preview, Row
from ieum.shop.files import logo
from ieum.shop.site import queries as site

CHANGED = Noted("settings.change", "setting")


async def preview(form: LogoForm) -> Preview:
    """Preview a logo. Raises LogoRefused."""
    return await asyncio.to_thread(_preview, _picture(form))


def _picture(form: LogoForm) -> bytes:
    try:
        picture = base64.b64decode(form.content, validate=True)
    # Of base64 that is none, and of characters that base64 has not.
    except ValueError:
        raise LogoRefused from None
    if not 0 < len(picture) <= logo.LARGEST_FILE:
        raise LogoRefused
    return picture


def _preview(picture: bytes) -> Preview:
    try:
        png, width, height = logo.draw(picture)
    except logo.LogoRefused:
        raise LogoRefused from None
    warnings = (
        [
            f"높이가 {height}픽셀이라 화면에 따라 흐리게 보일 수 있습니다. {logo.HEIGHT_KEPT}픽셀 이상이 좋습니다."
        ]
        if height < logo.HEIGHT_KEPT // 2
        else []
    )
    rows = [Row("로고", f"가로 {width} × 세로 {height}픽셀"), Row("보이는 곳", "머리글, 메일, 계약서")]
    return previews.preview("로고를 바꿉니다", rows, warnings=warnings, seen=sha256(png).hexdigest())


async def change(actor: Actor, press: LogoPress) -> LogoShown:
    """Replace the logo. Draws without a connection. Raises LogoRefused, PreviewChanged."""
    picture = _picture(press)
    if (await asyncio.to_thread(_preview, picture)).digest != press.digest:
        raise PreviewChanged
    async with actor.transaction() as act:
        before = (await site.get_config(act.conn)).logo
        address = await logo.put(act.conn, picture)
        CHANGED.by(
            act,
            "logo",
            before={"logo": before},
            after={"logo": address},
            reason=press.reason,
        )
    return LogoShown(address)
