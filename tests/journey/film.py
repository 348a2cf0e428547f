"""A way through the shop, filmed: presses, typed fields, the length of the pages, and a picture of each step."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.journey.visitor import quiet

PICTURES = Path(__file__).parents[2] / "test-results" / "film"

# One press is one pointer that goes down: a press on a label brings a second click, on its box. A field counts once,
# whatever is typed into it.
COUNT = """
addEventListener('pointerdown', ({ target }) => {
  const pressed = target.closest('a, button, label, summary') ?? target
  noteOfFilm('press', pressed.innerText.trim().split('\\n')[0])
}, true)
addEventListener('input', ({ target }) => {
  if (!['checkbox', 'radio'].includes(target.type)) noteOfFilm('type', target.labels[0].innerText)
}, true)
"""


@dataclass
class Step:
    name: str
    height: int
    """Of the whole document, in CSS pixels, with header and footer."""


@dataclass
class Film:
    """Starts with the first page that is opened in the context afterwards."""

    context: BrowserContext
    name: str
    presses: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.expose_binding("noteOfFilm", self._note)
        self.context.add_init_script(COUNT)

    def _note(self, source: dict[str, Any], what: str, label: str) -> None:
        del source
        if what == "press":
            self.presses.append(label)
        elif label not in self.typed:
            self.typed.append(label)

    def take(self, page: Page, name: str) -> int:
        """A picture of the whole page as it stands; its height."""
        quiet(page)
        height: int = page.evaluate("document.documentElement.scrollHeight")
        self.steps.append(Step(name, height))
        folder = PICTURES / self.name
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{len(self.steps)}-{name}.png", full_page=True)
        return height

    def tell(self) -> None:
        """Everything that was counted, beside the pictures and in the test's output."""
        lines = [
            f"{self.name}: {len(self.presses)} presses, {len(self.typed)} typed fields",
            f"  pressed: {' → '.join(self.presses)}",
            f"  typed: {', '.join(self.typed)}",
            *(f"  {step.name}: {step.height} px" for step in self.steps),
        ]
        text = "\n".join(lines)
        (PICTURES / self.name / "counted.txt").write_text(f"{text}\n")
        print(text)  # noqa: T201 - for whoever runs the test with -rP
