from ieum.shop.kernel.errors import ShopError


class ApprovalNotFound(ShopError):
    status = 404
    code = "approval_not_found"
    title = "요청을 찾을 수 없습니다"
    detail = "없는 확인 요청입니다. 목록을 새로 고쳐 주세요."


class ApprovalOver(ShopError):
    code = "approval_over"
    title = "이미 끝난 요청입니다"
    detail = "다른 사람이 먼저 처리했거나 기한이 지난 요청입니다. 목록을 새로 고쳐 주세요."


class PreviewChanged(ShopError):
    code = "preview_changed"
    title = "내용이 달라졌습니다"
    detail = "확인하신 뒤에 내용이 달라졌습니다. 새 내용을 확인하고 다시 눌러 주세요."


class MayNotConfirm(ShopError):
    status = 403
    code = "may_not_confirm"
    title = "확인할 수 없습니다"
    detail = "이 요청을 확인할 수 없습니다."


class AskerMayNot(ShopError):
    code = "asker_may_not"
    title = "더는 요청할 수 없는 일입니다"
    detail = "요청한 사람이 떠났거나 이 일을 할 권한을 잃었습니다. 필요한 일이라면 새로 요청해 주세요."


class AlonePutReason(ShopError):
    status = 422
    code = "alone_needs_code_and_reason"
    title = "인증번호와 사유가 필요합니다"
    detail = "혼자 확인할 때는 인증번호와 사유를 함께 입력해 주세요. 모든 직원과 개인정보 보호책임자에게 알려집니다."
