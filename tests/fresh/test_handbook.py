"""The commands that `make fresh` runs are those of the handbook, all of them, in its order."""

from pathlib import Path

import pytest

from tests.fresh import commands, handbook
from tests.fresh.handbook import Chapter, DriftedError

PAGE = """
## Setting up

**1. Programs.** First.

```
# Remarks are no headings.
apt-get install caddy
```

**2. Start** for `shop.example`:

```
start shop.example
```

## Another
"""


@pytest.fixture
def chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chapter:
    (tmp_path / "page.md").write_text(PAGE)
    monkeypatch.setattr(handbook, "DOCS", tmp_path)
    return Chapter("page.md", "Setting up")


def test_the_handbook_has_what_is_rehearsed_and_nothing_else() -> None:
    one, backups = commands.one_box(), commands.backups()
    two, gateway = commands.two_boxes(), commands.gateway()

    assert "apt-get install" in one.programs
    assert "ieum setup --answers" in one.asking
    assert "systemctl start ieum-restore-check.service" in backups.units
    assert "ieum restore --into /var/lib/postgresql/17/main &&" in commands.restore().database
    assert "ieum-next/bin/ieum upgrade --dry-run" in commands.upgrade().beside
    assert ["systemctl enable nftables" in block for block in commands.firewall()] == [False, False, True]
    assert two.answers["IEUM_DATABASE_URL"].startswith("postgresql://ieum:")
    assert [name for name, words in two.etcd.items() if f"NAME={name} " in words] == [
        "box1",
        "box2",
        "witness",
    ]
    assert "systemctl enable --now ieum-gateway" in gateway.lines
    for programs in (one.programs, gateway.programs):
        assert "cpython-3.13*/bin/python3 -m venv /opt/ieum\n" in commands.python_of_debian12(programs)


def test_blocks_are_taken_in_order_and_filled_in(chapter: Chapter) -> None:
    programs = chapter.take("**1. Programs.**")
    named = chapter.find(r"for `([^`]+)`")
    start = chapter.take("**2. Start**", {"shop.example": "shop.test"})
    chapter.end()

    assert programs == "# Remarks are no headings.\napt-get install caddy\n"
    assert (named, start) == ("shop.example", "start shop.test\n")


def test_what_is_not_there_or_left_over_is_said(chapter: Chapter) -> None:
    with pytest.raises(DriftedError, match="no 'Missing'"):
        chapter.take("Missing")
    with pytest.raises(DriftedError, match="that nobody rehearses"):
        chapter.take("**2. Start**")
    with pytest.raises(DriftedError, match="that nobody rehearses"):
        chapter.end()
    with pytest.raises(DriftedError, match="no 'etcd' to be filled in"):
        chapter.take("**1. Programs.**", {"etcd": "other"})
    with pytest.raises(DriftedError, match="no chapter"):
        Chapter("page.md", "A third")
