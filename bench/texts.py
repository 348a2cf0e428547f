"""Fills a shop with many notices and as many inquiries, for the benchmark `contents`."""

import random
from datetime import UTC, datetime, timedelta
from typing import LiteralString

import psycopg

from bench import filling
from ieum.shop.search import rules

INQUIRIES_OF_A_MEMBER = 10
LOGGED_IN = 2_000
# The number of rare words, and in how many texts each of them is, whatever the size of the shop.
RARE, RARE_IN = 100, 5
TEMPLATES = 1_000
# Each of these words is in a third of all texts.
COMMON = ("고정아이피", "환불", "결제", "점검", "연결")
BEGIN = datetime(2021, 11, 20, tzinfo=UTC)

_BEFORE: tuple[LiteralString, ...] = (
    filling.WITHOUT_TRIGGERS,
    "SET maintenance_work_mem = '256MB'",
    filling.MEMBERS,
    filling.SOME_LOGINS,
    # Each member's inquiries are spread over the years, so that no two are neighbours. Nine of ten are answered.
    """
    INSERT INTO inquiries (member_id, category, title, state, taken_by, created_at, last_message_at, last_reply_id,
                           waiting_since)
    SELECT 1 + n %% %(members)s, 'other', '문의 ' || n,
           CASE WHEN n %% 10 = 0 THEN 'received' ELSE 'answered' END, CASE WHEN n %% 10 > 0 THEN '김상담' END,
           t.at, t.at, CASE WHEN n %% 10 > 0 THEN n END, CASE WHEN n %% 10 = 0 THEN t.at END
      FROM generate_series(1, %(size)s) n, LATERAL (SELECT %(begin)s::timestamptz + n * %(apart)s AS at) t
    """,
    """
    INSERT INTO content_entries (kind, slug, publish_at, pinned, place)
    SELECT 'notice', 'notice-' || n, %(begin)s::timestamptz + n * %(apart)s, n <= 3, CASE WHEN n > 3 THEN n - 3 END
      FROM generate_series(1, %(size)s) n
    """,
    "DROP INDEX search_documents_words",
    """
    CREATE TEMP TABLE written (entry_id bigint, title text, body text, title_words text[], words text[], template int)
    """,
    "CREATE TEMP TABLE templates (template int, words tsvector)",
    "CREATE TEMP TABLE lexemes (template int, words text[])",
)
_AFTER: tuple[LiteralString, ...] = (
    "INSERT INTO templates SELECT template, array_to_tsvector(words) FROM lexemes",
    """
    INSERT INTO content_versions (entry_id, number, changed_at, source, title, description, html, lead, sections,
                                  plain_text, details)
    SELECT w.entry_id, 1, e.publish_at, w.body, w.title, left(w.body, 150), '<p>' || w.body || '</p>', '', '[]',
           w.body, '{}'
      FROM written w JOIN content_entries e ON e.id = w.entry_id ORDER BY w.entry_id
    """,
    """
    INSERT INTO search_documents (entry_id, number, publish_at, name, body, title_words, words)
    OVERRIDING SYSTEM VALUE
    SELECT w.entry_id, w.entry_id, e.publish_at, e.slug || ' notice', w.body, array_to_tsvector(w.title_words),
           t.words || array_to_tsvector(w.words || ARRAY['#1000:' || w.entry_id / 1000])
      FROM written w JOIN templates t USING (template) JOIN content_entries e ON e.id = w.entry_id
     ORDER BY w.entry_id
    """,
    "CREATE INDEX search_documents_words ON search_documents USING gin (words) WITH (fastupdate = off)",
)


def rare_words() -> list[str]:
    """Words of three syllables that no other word has."""
    return [
        "".join(chr(ord("퓌") + number // base % 10 * 28) for base in (100, 10, 1)) for number in range(RARE)
    ]


def fill(url: str, size: int) -> None:
    """Insert `size` notices and as many inquiries, spread over five years."""
    values = {
        "size": size,
        "members": size // INQUIRIES_OF_A_MEMBER,
        "logged_in": LOGGED_IN,
        "begin": BEGIN,
        "apart": timedelta(days=1825) / size,
    }
    chance = random.Random(1)  # noqa: S311 - which words a text has is no secret
    bodies = [_body(chance) for _ in range(TEMPLATES)]
    rare = _places_of_rare_words(size)
    with psycopg.connect(url) as conn:
        for statement in _BEFORE:
            conn.execute(statement, values)
        with conn.cursor().copy("COPY lexemes FROM STDIN") as copy:
            for number, body in enumerate(bodies):
                copy.write_row((number, list(rules.lexemes(body))))
        with conn.cursor().copy("COPY written FROM STDIN") as copy:
            for number in range(1, size + 1):
                title = f"{number}번째 안내 {chance.choice(COMMON) if number % 20 == 0 else ''}".strip()
                own = rare.get(number, "")
                title_words = rules.lexemes(title)
                words = title_words | rules.lexemes(own) | {rules.label("notice")}
                # So that the texts with the same rare word differ, whatever the distance between them.
                template = (number + number // TEMPLATES) % TEMPLATES
                body = f"{bodies[template]} {own}".strip()
                copy.write_row((number, title, body, list(title_words), list(words), template))
        for statement in _AFTER:
            conn.execute(statement)


def _body(chance: random.Random) -> str:
    """A text of eighty words, each of two or three syllables; some words are far more frequent than others."""
    words = [_word(min(int(chance.expovariate(1 / 300)), 2_999)) for _ in range(80)]
    for common in COMMON:
        if chance.random() < 1 / 3:
            words[chance.randrange(len(words))] = common
    return " ".join(words)


def _word(number: int) -> str:
    chance = random.Random(number)  # noqa: S311
    return "".join(chr(ord("가") + chance.randrange(400) * 25) for _ in range(chance.choice((2, 2, 3))))


def _places_of_rare_words(size: int) -> dict[int, str]:
    """Text number → its rare word; each word is in five texts of different age, from the oldest on."""
    words = rare_words()
    step = size // (RARE * RARE_IN) or 1
    return {
        1 + (turn * RARE + number) * step: word
        for turn in range(RARE_IN)
        for number, word in enumerate(words)
    }
