"""Everybody at once on real connections: members, sub-ids, gateways, and two workers who run the same jobs.

A walk is named by its seed, but what meets what is for the scheduler to decide: the same seed may go another way.
`IEUM_MODEL_STEPS` and `IEUM_MODEL_SEED` as in test_random_walks.py; a tenth of the steps are taken here.
"""

import os
import random
import sys
import time
from collections import Counter

import pytest

from ieum.shop.gateways import readiness
from ieum.shop.gateways import service as gateways
from tests.shop.builders.shops import Shop
from tests.shop.model.offices import Offices

pytestmark = pytest.mark.model

GATE_STEPS = 300


@pytest.mark.timeout(24 * 60 * 60)
async def test_everybody_at_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gateways, "HEARTBEAT_SECONDS", 0)
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 0.02)
    asked = os.environ.get("IEUM_MODEL_STEPS")
    wanted = int(asked) // 10 if asked else GATE_STEPS
    seed = int(os.environ.get("IEUM_MODEL_SEED", time.time_ns() % 10**9)) if asked else 0
    steps = Counter[str]()
    crowd = Offices(shop, random.Random(seed), steps)  # noqa: S311 - decides who acts
    await crowd.gather()
    try:
        while steps.total() < wanted:
            await crowd.round()
    except BaseException as error:
        error.add_note(f"IEUM_MODEL_SEED={seed}, after {steps.total()} steps")
        raise
    with capsys.disabled():
        kinds = ", ".join(f"{number} {what}" for what, number in steps.most_common())
        refused = ", ".join(f"{number} {code}" for code, number in crowd.refused.most_common())
        sys.stdout.write(
            f"\nmodel, all at once: {steps.total()} steps from seed {seed} ({kinds}; refused: {refused})\n"
        )
