"""What the documents say of the tree is true."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# A path in backticks, without a placeholder in it; or the target of a link to a file of ours.
PATH = re.compile(r"`((?:ieum|web|tests|bench|docs)/[\w./-]*\w)`|\]\((?!https?:)([\w./-]+)\)")


def test_every_file_that_a_document_names_exists() -> None:
    missing = [
        f"{document.relative_to(ROOT)}: {path or link}"
        for document in DOCUMENTS
        for path, link in PATH.findall(document.read_text(encoding="utf-8"))
        if not ((ROOT / path) if path else (document.parent / link)).exists()
    ]

    assert len(DOCUMENTS) > 100
    assert missing == []
