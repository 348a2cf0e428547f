"""Lines set aside hold people's data, and lie where others may write."""

from pathlib import Path

import pytest

from ieum.shop.moving_in.aside import Aside
from ieum.shop.moving_in.types import Line, Wrong

LINE = Line(
    2, {"id": "1", "login_id": "a", "name": "홍길동", "email": "a@example.com", "phone": "01012345678"}
)


@pytest.mark.parametrize("is_link", [True, False])
def test_what_others_have_put_in_its_place_is_neither_followed_nor_filled(
    tmp_path: Path, is_link: bool
) -> None:
    elsewhere, aside = tmp_path / "elsewhere", tmp_path / "members.wrong.csv"
    elsewhere.write_text("theirs")
    if is_link:
        aside.symlink_to(elsewhere)
    else:
        aside.hardlink_to(elsewhere)

    Aside().add(tmp_path / "members.csv", "member", [LINE], [Wrong(2, "아이디", "짧습니다.")])

    assert elsewhere.read_text() == "theirs"
    assert "홍길동" in aside.read_text(encoding="utf-8-sig")
    assert aside.stat().st_mode & 0o777 == 0o600
