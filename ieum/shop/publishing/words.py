"""The words of texts."""

from collections.abc import Mapping

from ieum.shop.publishing.types import Category
from ieum.shop.search.types import Kind

KINDS: Mapping[Kind, str] = {
    "notice": "공지사항",
    "faq": "자주 묻는 질문",
    "guide": "이용안내",
    "page": "페이지",
    "legal": "약관·정책",
    "release": "내려받기",
}
CATEGORIES: Mapping[Category, str] = {
    "product": "상품",
    "connection": "접속",
    "payment": "결제",
    "account": "계정",
    "address": "IP 주소",
}
