"""Texts for a certificate that is refused, or not found: what happened, and what to do."""

from ieum.shop.kernel.errors import NotFound, TooManyRequests


class CertificateNotFound(NotFound):
    code = "certificate_not_found"
    title = "확인서를 찾을 수 없습니다"
    detail = "이 번호로 발급된 확인서가 없습니다. 번호를 다시 확인해 주세요."


class SpanNotFound(NotFound):
    code = "certificate_span_not_found"
    title = "이용 내역을 찾을 수 없습니다"
    detail = "확인서를 발급할 고정 IP 이용 내역이 없습니다. 새로고침하여 다시 선택해 주세요."


class TooManyCertificates(TooManyRequests):
    code = "too_many_certificates"
    title = "오늘은 더 발급할 수 없습니다"
    detail = (
        "확인서는 하루에 20건까지 발급할 수 있습니다. 이미 발급하신 확인서는 목록에서 다시 볼 수 있습니다."
    )
