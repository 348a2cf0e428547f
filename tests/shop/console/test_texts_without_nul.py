"""PostgreSQL's texts have no NUL: whatever the console is sent with one is refused with a sentence, not by an error."""

import re
from typing import Any, cast

from tests.shop.builders.console_calls import CONSOLE
from tests.shop.builders.document import openapi_document

NUL = "a\0b"
# Read as something else than a text, or rid of it where they are looked for.
READ_OTHERWISE = {"after", "network", "month of address-profits", "q of content/texts", "q of inquiries"}


def _paths() -> dict[str, Any]:
    paths = openapi_document()["paths"]
    return {path: calls for path, calls in paths.items() if path.startswith(CONSOLE)}


def test_no_text_of_a_list_may_have_one() -> None:
    texts = [
        (path.removeprefix(CONSOLE), parameter)
        for path, calls in _paths().items()
        for parameter in calls.get("get", {}).get("parameters", [])
        if parameter["in"] == "query" and _is_free(parameter["schema"])
    ]

    takes = [
        f"{parameter['name']} of {path}"
        for path, parameter in texts
        if not _refuses(parameter["schema"])
        and not {parameter["name"], f"{parameter['name']} of {path}"} & READ_OTHERWISE
    ]

    assert len(texts) > 20
    assert takes == []


def test_no_pattern_that_forbids_it_lets_it_in() -> None:
    """`\\S` is everything but white space, and so a NUL, too."""
    schemas = openapi_document()["components"]["schemas"]
    patterns = {pattern for schema in schemas.values() for pattern in _patterns(schema) if "\\x00" in pattern}

    assert len(patterns) > 3
    assert [pattern for pattern in sorted(patterns) if re.search(pattern, NUL)] == []


def _is_free(schema: dict[str, Any]) -> bool:
    """Whether it is a text of any words."""
    parts = [schema, *schema.get("oneOf", [])]
    return any(part.get("type") == "string" and not {"enum", "format"} & part.keys() for part in parts)


def _refuses(schema: dict[str, Any]) -> bool:
    return any(not re.search(pattern, NUL) for pattern in _patterns(schema))


def _patterns(schema: Any) -> list[str]:
    match schema:
        case dict():
            parts = cast("dict[str, Any]", schema)
            own = [parts["pattern"]] if isinstance(parts.get("pattern"), str) else []
            return own + [pattern for part in parts.values() for pattern in _patterns(part)]
        case list():
            return [pattern for part in cast("list[Any]", schema) for pattern in _patterns(part)]
        case _:
            return []
