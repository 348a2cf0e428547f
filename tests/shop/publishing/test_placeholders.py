"""A placeholder says its value wherever it stands, and never becomes Markdown or HTML."""

import pytest

from ieum.shop.publishing.rendering import render
from tests.shop.builders.text_files import FILES

VALUES = {
    "mail": "help@ieum.kr",
    "phone": "02-123",
    "none": "",
    "odd": '"&<b>가',
    "name": "*이음* <b> `(주)` & 1. |",
}


@pytest.mark.parametrize(
    ("body", "html"),
    [
        pytest.param("`{{mail}}`", "<code>help@ieum.kr</code>", id="code"),
        pytest.param(
            "<mailto:{{mail}}>", '<a href="mailto:help@ieum.kr">mailto:help@ieum.kr</a>', id="address"
        ),
        pytest.param(
            "[메일](mailto:{{mail}} '{{mail}}')",
            '<a href="mailto:help@ieum.kr" title="help@ieum.kr">메일</a>',
            id="link",
        ),
        pytest.param("[{{phone}}](tel:{{phone}})", '<a href="tel:02-123">02-123</a>', id="telephone"),
        pytest.param(
            "[글](/a?q={{name}})",
            '<a href="/a?q=%2A%EC%9D%B4%EC%9D%8C%2A%20%3Cb%3E%20%60%28%EC%A3%BC%29%60%20%26%201.%20%7C">글</a>',
            id="anything in an address",
        ),
        pytest.param("**{{phone}}**로", "<strong>02-123</strong>로", id="before a particle"),
        pytest.param(
            "**{{name}}**의", "<strong>*이음* &lt;b&gt; `(주)` &amp; 1. |</strong>의", id="anything"
        ),
        pytest.param("가{{none}}나", "가나", id="nothing"),
        pytest.param("placeholder0x {{phone}}", "placeholder0x 02-123", id="beside a word like ours"),
        pytest.param(
            "![{{phone}} 단추](files/step.svg)",
            '<img src="/files/0123456789abcdef-step.svg" alt="02-123 단추" width="640" height="360" loading="lazy">',
            id="picture",
        ),
    ],
)
def test_a_placeholder_is_filled_wherever_it_stands(body: str, html: str) -> None:
    rendered = render(body, FILES, VALUES)

    assert (rendered.html, rendered.problems) == (f"<p>{html}</p>", [])


def test_placeholders_in_code_and_headings_are_filled() -> None:
    rendered = render("## {{phone}}\n\n```\n{{mail}}\n```\n\n| {{name}} |\n|-|", {}, VALUES)

    assert '<h2 id="section-02-123">02-123</h2>' in rendered.html
    assert "<code>help@ieum.kr\n</code>" in rendered.html
    assert rendered.plain_text == f"02-123\nhelp@ieum.kr\n{VALUES['name']}"
