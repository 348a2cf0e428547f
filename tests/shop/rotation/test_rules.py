"""When an address may be changed again."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.catalog.types import RotationLimits
from ieum.shop.rotation.rules import may_change_at

NOW = datetime(2026, 11, 26, 3, tzinfo=UTC)
LIMITS = RotationLimits(least_seconds=300, a_day=10, timer_least=10, timer_most=60, other_network=False)


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        pytest.param(timedelta(minutes=-6), None, id="long enough ago"),
        pytest.param(timedelta(minutes=-1), timedelta(minutes=4), id="a minute ago"),
        pytest.param(timedelta(seconds=30), timedelta(seconds=330), id="just now, by a clock that is ahead"),
        pytest.param(timedelta(hours=1), None, id="by a clock that was put back since"),
    ],
)
def test_an_address_rests_after_a_change(changed: timedelta, again: timedelta | None) -> None:
    found = may_change_at(LIMITS, changed_at=NOW + changed, day=None, changes=0, now=NOW)

    assert found == (again and NOW + again)
