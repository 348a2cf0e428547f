"""Which part of a file is asked for: a table of requests against a file of 1,000 bytes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.files.ranges import Span, Unsatisfiable, http_date, is_not_modified, span_of

SIZE, ETAG = 1_000, '"abc"'
MODIFIED = datetime(2026, 11, 20, 1, 2, 3, 999, tzinfo=UTC)
DATE = "Fri, 20 Nov 2026 01:02:03 GMT"


def span(**headers: str) -> Span | None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return span_of(named, size=SIZE, etag=ETAG, modified=MODIFIED)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param("bytes=0-0", (0, 1), id="the first byte"),
        pytest.param("bytes=0-499", (0, 500), id="the first half"),
        pytest.param("bytes=500-", (500, 1_000), id="all from the middle on"),
        pytest.param("bytes=-1", (999, 1_000), id="the last byte"),
        pytest.param("bytes=-5000", (0, 1_000), id="more of the end than there is"),
        pytest.param("bytes=900-5000", (900, 1_000), id="an end behind the end"),
        pytest.param("Bytes = 1 - 2", (1, 3), id="capitals and blanks"),
    ],
)
def test_one_range_is_answered(asked: str, expected: tuple[int, int]) -> None:
    assert span(range=asked) == expected


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=5-2",
        "bytes=-",
        "bytes=a-b",
        "lines=1-2",
        "bytes=0-1,5-6",
        "bytes=١-٢",
        "bytes=--1",
        "",
        "bytes=1-2 x",
    ],
)
def test_a_request_without_a_usable_range_gets_the_whole_file(asked: str) -> None:
    assert span(range=asked) is None


@pytest.mark.parametrize(
    "asked", ["bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=9999999999999999999-"]
)
def test_a_range_beyond_the_end_is_refused(asked: str) -> None:
    with pytest.raises(Unsatisfiable):
        span(range=asked)


@pytest.mark.parametrize(
    ("condition", "is_partial"),
    [
        pytest.param(ETAG, True, id="the same content"),
        pytest.param('"other"', False, id="other content"),
        pytest.param(f"W/{ETAG}", False, id="content that is only alike"),
        pytest.param(DATE, True, id="the same moment"),
        pytest.param("Fri, 20 Nov 2026 01:02:04 GMT", False, id="another moment"),
        pytest.param("yesterday", False, id="no date"),
    ],
)
def test_a_range_is_sent_only_if_the_file_is_unchanged(condition: str, is_partial: bool) -> None:
    assert (span(range="bytes=500-", if_range=condition) is not None) == is_partial


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"if-none-match": ETAG}, True),
        ({"if-none-match": f'"x", W/{ETAG}'}, True),
        ({"if-none-match": "*"}, True),
        ({"if-none-match": '"x"'}, False),
        ({"if-modified-since": DATE}, True),
        ({"if-modified-since": "Fri, 20 Nov 2026 01:02:02 GMT"}, False),
        ({"if-none-match": '"x"', "if-modified-since": DATE}, False),
        ({"if-modified-since": "never"}, False),
        ({}, False),
    ],
)
def test_an_unchanged_file_is_answered_304(headers: dict[str, str], expected: bool) -> None:
    assert is_not_modified(headers, etag=ETAG, modified=MODIFIED) is expected


def test_a_date_is_written_in_the_format_of_http() -> None:
    assert http_date(MODIFIED) == DATE


@given(
    st.text(max_size=40) | st.from_regex(r"bytes=[0-9]{0,20}-[0-9]{0,20}", fullmatch=True),
    st.text(max_size=40),
)
def test_any_accepted_range_lies_within_the_file(asked: str, condition: str) -> None:
    try:
        found = span(range=asked, if_range=condition) or span(range=asked)
    except Unsatisfiable:
        return

    assert found is None or 0 <= found.start < found.end <= SIZE
