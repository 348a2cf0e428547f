"""The database's full-text search in Python: every lexeme of a query is looked up in a text."""

from ieum.shop.search import query_words, rules
from ieum.shop.search.types import Word


def finds(query: str, text: str) -> bool:
    """Whether the text has all words of the query."""
    return has(query_words.words_of(query), text)


def has(words: list[Word], text: str) -> bool:
    return in_index(words, text) and (rules.is_certain(words) or rules.occurs_in(words, rules.clean(text)))


def in_index(words: list[Word], text: str) -> bool:
    return matches(rules.tsquery(words), text)


def matches(expression: str, text: str) -> bool:
    found = rules.lexemes(text)
    # Every second part was between quotes.
    parts = expression.split("'")
    parts[1::2] = [str(lexeme in found) for lexeme in parts[1::2]]
    return eval("".join(parts).replace("&", "and").replace("|", "or"))  # noqa: S307 - made by us of True and False
