"""What the documents say of the tree is true."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# A path in backticks, without a placeholder in it; or the target of a link to a file of ours.
PATH = re.compile(r"`((?:ieum|web|tests|bench|docs)/[\w./-]*\w)`|\]\((?!https?:)([\w./-]+)\)")

# The first words below the title of a decision; behind a semicolon it names another that changes a part of it.
STATUS = re.compile(r"# .+\n\nStatus: (?:accepted(?:; .+)?|replaced by \[\d{4}\]\(.+\)|given up, .+)\.\n\n")


def test_every_file_that_a_document_names_exists() -> None:
    missing = [
        f"{document.relative_to(ROOT)}: {path or link}"
        for document in DOCUMENTS
        for path, link in PATH.findall(document.read_text(encoding="utf-8"))
        if not ((ROOT / path) if path else (document.parent / link)).exists()
    ]

    assert len(DOCUMENTS) > 100
    assert missing == []


def test_every_decision_says_whether_it_stands() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    unclear = [one.name for one in decisions if not STATUS.match(one.read_text(encoding="utf-8"))]

    assert len(decisions) > 100
    assert unclear == []
    assert len({one.name[:4] for one in decisions}) == len(decisions)
