"""Finds docstrings that have to be decoded."""

import ast
import re
from collections.abc import Iterator

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# A free relative as subject, "the same" of what is not on the screen, a pronoun without its noun; nobody and nothing.
_RIDDLE = re.compile(
    r"(?:What(?:ever)?|Who(?:ever)?|Whom(?:ever)?|Whose|Where(?:ver)?|Which|Whether|How|Why|When(?:ever)?"
    r"|The same|The other|Ones?|Others?|Another|Those|These|That|This|Theirs|It|They|Such|So"
    r"|Nobody|Nothing|None of|Not|Some|Raises)\b(?!-)"
)


def riddles(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and beginning of each docstring that has to be decoded."""
    for node in ast.walk(ast.parse(text)):
        said = ast.get_docstring(node) if isinstance(node, _DOCUMENTED) else None
        if said and _RIDDLE.match(said):
            yield getattr(node, "lineno", 1), said.partition("\n")[0]
