"""The table of refunds in the published terms is what the code computes."""

from pathlib import Path

import pytest
from msgspec import structs

from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.refunds.rules import calculate
from ieum.shop.refunds.types import Calculation, Purchase
from tests.shop.builders.purchased import bought, seoul, tickets

EIGHTH_DAY = "2026-11-28 12:00"


def rows() -> dict[str, str]:
    """What is given back, by the case, from the newest edition that has the law's rule."""
    paths = sorted(Path(STARTER_SET, "legal").glob("terms-use@*.md"), reverse=True)
    newest = next(text for path in paths if "refund_mode: owner" not in (text := path.read_text()))
    table = newest.partition("③ 환불 금액은")[2].partition("이용한 날의 요금은")[0]
    cells = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")]
    return {case.strip(): back.strip() for case, back in cells[2:]}


@pytest.mark.parametrize(
    ("case", "purchase", "at"),
    [
        pytest.param("접속한 적이 없을 때", bought(first_used_at=None), EIGHTH_DAY, id="never connected"),
        pytest.param("결제한 날부터 7일 안", bought(), "2026-11-21 12:00", id="within seven days"),
        pytest.param("그 뒤", bought(), EIGHTH_DAY, id="afterwards"),
        pytest.param(
            "IP 교체권을 한 장도 쓰지 않았을 때", tickets(10, 10), "2026-12-22 12:00", id="no ticket used"
        ),
        pytest.param(
            "IP 교체권을 썼고 결제한 날부터 7일 안",
            tickets(10, 7),
            "2026-11-21 12:00",
            id="tickets, seven days",
        ),
        pytest.param(
            "IP 교체권을 썼고 7일이 지난 뒤", tickets(10, 7), "2026-12-22 12:00", id="tickets, afterwards"
        ),
    ],
)
def test_each_row_names_the_deductions_that_are_made(case: str, purchase: Purchase, at: str) -> None:
    calculation = calculate(structs.replace(purchase, penalty_percent=10), seoul(at))

    assert isinstance(calculation, Calculation)
    said = rows()[case]
    assert said.startswith("결제한 금액")
    assert ("요금" in said) == (calculation.used_amount > 0)
    assert ("위약금" in said) == (calculation.penalty_amount > 0)
