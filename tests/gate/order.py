"""A pytest plugin: start the longest files first, so that no process is left alone with one of them at the end.

Each file runs in one process, and a group's processes take files in this order.
"""

import pytest

LONG = (
    "tests/journey/test_early_presses.py",
    "tests/journey/test_every_page.py",
    "tests/journey/test_console_screens.py",
    "tests/journey/test_slow_line.py",
    "tests/journey/test_ways_to_pay.py",
    "tests/journey/test_console_attacks.py",
    "tests/journey/test_early_buttons.py",
    "tests/journey/test_members.py",
    "tests/journey/test_recurring.py",
    "tests/journey/test_words.py",
    "tests/journey/test_purchase.py",
    "tests/shop/server/test_openapi_conformance.py",
    "tests/journey/test_storm.py",
    "tests/journey/test_rotating_tunnels.py",
    "tests/gateway/test_customers_way.py",
    "tests/journey/test_main_job.py",
    "tests/journey/test_rebuilt_tunnels.py",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    place = {str(config.rootpath / file): number for number, file in enumerate(LONG)}
    items.sort(key=lambda item: place.get(str(item.path), len(LONG)))
