"""The provider's bank codes and the banks' Korean names (fact sheet section 4)."""

from collections.abc import Mapping

BANKS: Mapping[str, str] = {
    "39": "경남은행",
    "34": "광주은행",
    "06": "국민은행",
    "03": "기업은행",
    "11": "농협은행",
    "12": "단위농협",
    "92": "토스뱅크",
    "32": "부산은행",
    "64": "산림조합",
    "02": "산업은행",
    "45": "새마을금고",
    "07": "수협은행",
    "88": "신한은행",
    "48": "신협",
    "27": "씨티은행",
    "20": "우리은행",
    "71": "우체국",
    "50": "저축은행",
    "37": "전북은행",
    "23": "SC제일은행",
    "35": "제주은행",
    "90": "카카오뱅크",
    "89": "케이뱅크",
    "81": "하나은행",
    "31": "iM뱅크(대구)",
}


def bank_name(code: str) -> str:
    """The bank's name, or the code itself where the provider uses a new one."""
    return BANKS.get(code, code)
