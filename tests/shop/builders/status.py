"""What stands around the status page, where a test is about the page itself."""

from ieum.shop.site.types import Business
from ieum.shop.status import page
from ieum.shop.status.types import Frame, Status

AROUND = Frame(
    home="https://shop.example",
    shop="이음",
    logo="",
    products=["static"],
    remote_support="",
    support_hours="평일 09:00~18:00",
    business=Business(
        business_licence="123-45-67891",
        business_name="이음네트웍스",
        representative="홍길동",
        address="서울특별시 강남구 테헤란로 123",
        mail_order_licence="제2026-서울강남-01234호",
        phone="02-1234-5678",
        officer_name="김보호",
        officer_phone="02-1234-5679",
        officer_mail="privacy@ieum.example",
        hosting_provider="이음네트웍스",
        site_mail="help@ieum.example",
        description="",
    ),
)


def drawn(status: Status) -> str:
    return page.draw(status, AROUND, address="https://status.example").decode()
