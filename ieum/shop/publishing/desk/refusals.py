"""Refusals about texts, files and programs."""

from ieum.shop.kernel.errors import ShopError

# Why a change does not fit the text or draft.
ALREADY_WITHDRAWN = "이미 내린 글입니다. 다시 올리려면 글을 고쳐 게시해 주세요."
TIME_IS_PAST = "게시할 시각은 지금보다 뒤여야 합니다. 바로 올리려면 ‘지금 게시’를 골라 주세요."
NOT_SCHEDULED = "예약하지 않았거나 이미 게시된 글입니다. 화면을 새로 고쳐 확인해 주세요."
SCHEDULER_MAY_NOT = (
    "예약한 직원에게 게시할 권한이 없어져 게시하지 않았습니다. 내용을 확인하고 다시 게시해 주세요."
)


class TextNotFound(ShopError):
    status = 404
    code = "text_not_found"
    title = "글을 찾을 수 없습니다"
    detail = "글을 찾을 수 없습니다. 콘텐츠 목록에서 다시 확인해 주세요."


class DraftNotFound(ShopError):
    status = 404
    code = "draft_not_found"
    title = "작성 중인 글을 찾을 수 없습니다"
    detail = "작성 중인 글을 찾을 수 없습니다. 이미 게시되었거나 삭제되었을 수 있습니다."


class DraftTaken(ShopError):
    code = "draft_taken"
    title = "이미 작성 중인 글입니다"
    detail = "이 글은 이미 작성 중입니다. 작성 중인 글 목록에서 열어 이어서 써 주세요."


class DraftChanged(ShopError):
    code = "draft_changed"
    title = "그사이 글이 바뀌었습니다"
    detail = "다른 직원이 그사이 이 글을 바꾸었습니다. 바뀐 내용을 확인한 뒤 다시 저장해 주세요."


class DraftScheduled(ShopError):
    code = "draft_scheduled"
    title = "게시를 예약한 글입니다"
    detail = "게시를 예약한 글은 고칠 수 없습니다. 예약을 취소한 뒤 고쳐 주세요."


class NoSuchText(ShopError):
    code = "no_such_text"
    title = "만들 수 없는 글입니다"
    detail = "이 종류의 글은 정해진 이름으로만 만들 수 있습니다. 목록에서 골라 주세요."


class EditionStays(ShopError):
    code = "edition_stays"
    title = "이미 공고한 약관입니다"
    detail = "이미 공고한 약관과 정책은 고치거나 내릴 수 없습니다. 새 시행일로 새 판을 만들어 주세요."


class TextRefused(ShopError):
    code = "text_refused"
    title = "게시할 수 없는 글입니다"
    detail = "글에 고칠 곳이 있습니다. 미리보기의 안내에 따라 고친 뒤 다시 게시해 주세요."


class FileRefused(ShopError):
    status = 422
    code = "file_refused"
    title = "올릴 수 없는 파일입니다"
    detail = "PNG·JPG·WebP 사진이나 PDF·HWP·TXT·ZIP 문서를 5MB까지 올려 주세요."


class FileNameTaken(ShopError):
    code = "file_name_taken"
    title = "같은 이름의 파일이 있습니다"
    detail = "같은 이름의 다른 파일이 있습니다. 파일 이름을 바꾸어 올려 주세요."


class NoStarterTexts(ShopError):
    code = "no_starter_texts"
    title = "기본 글이 이미 모두 있습니다"
    detail = "기본 글을 모두 게시한 적이 있습니다. 내린 글은 목록에서 열어 다시 게시할 수 있습니다."


class ProgramRefused(ShopError):
    status = 422
    code = "program_refused"
    title = "올릴 수 없는 설치 파일입니다"
    detail = (
        "EXE·MSI·MSIX·APK·DMG·PKG·ZIP 파일을 200MB까지 올려 주세요. 이름은 영문과 숫자, 점, 하이픈으로 씁니다. "
        "더 큰 파일은 개발 담당자에게 서버의 내려받기 폴더에 넣어 달라고 요청해 주세요."
    )


class ProgramNotFound(ShopError):
    status = 404
    code = "program_not_found"
    title = "설치 파일을 찾을 수 없습니다"
    detail = "내려받기 폴더에 이 파일이 없습니다. 파일을 올리거나 목록에서 다시 골라 주세요."


class NoRoomForProgram(ShopError):
    code = "no_room_for_program"
    title = "서버의 저장 공간이 부족합니다"
    detail = "서버에 남은 공간이 부족해 설치 파일을 올릴 수 없습니다. 개발 담당자에게 알려 주세요."


class ProgramsNotWritable(ShopError):
    code = "programs_not_writable"
    title = "내려받기 폴더에 쓸 수 없습니다"
    detail = "서버의 내려받기 폴더에 파일을 쓸 수 없습니다. 개발 담당자에게 폴더의 쓰기 권한을 확인해 달라고 해 주세요."
