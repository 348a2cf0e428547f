"""Refusals that staff read when a setting cannot be changed."""

from ieum.shop.kernel.errors import NotFound, ShopError


class SettingGroupNotFound(NotFound):
    code = "setting_group_not_found"
    detail = "없는 설정입니다. 설정 화면을 새로 고쳐 주세요."


class TestMessageNotFound(NotFound):
    code = "test_message_not_found"
    detail = "내가 보낸 시험 메시지가 아닙니다. 시험을 다시 해 주세요."


class LogoRefused(ShopError):
    status = 422
    code = "logo_refused"
    title = "로고로 쓸 수 없는 그림입니다"
    detail = (
        "PNG·JPG·WebP 그림을 2MB까지 올려 주세요. 높이는 32픽셀 이상, 전체는 4000 × 4000픽셀 이하, "
        "너비는 높이의 24배 이하여야 합니다. SVG는 PNG로 내보낸 뒤 올려 주세요."
    )
