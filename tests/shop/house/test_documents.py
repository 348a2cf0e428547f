"""What the documents say of the tree is true."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# A path in backticks, without a placeholder in it; or the target of a link to a file of ours.
PATH = re.compile(r"`((?:ieum|web|tests|bench|docs)/[\w./-]*\w)`|\]\((?!https?:)([\w./-]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    named = PATH.findall(document.read_text(encoding="utf-8"))

    missing = [
        path or link
        for path, link in named
        if not ((ROOT / path) if path else (document.parent / link)).exists()
    ]

    assert missing == []
