"""The page shown while the database is out of order: it needs no data, and comes back by itself.

It asks whether the shop is ready and opens again only then: a page that opened again and again would begin anew each
time for whoever has it read out (WCAG 2.2.1). Without script, it does. Once the shop is ready it asks no more, or on a
slow line a second answer would break off what the first one opens.
"""

import re
from html import escape
from typing import Any

from litestar import Response
from litestar.datastructures import State
from msgspec import structs
from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.common import trace
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.problems import AnyRequest, render_database_error, render_no_connection
from ieum.shop.pages import document
from ieum.shop.pages.document import Template
from ieum.shop.pages.own_api import RETRY_SECONDS

# The app would only ask again for what cannot be read, and show nothing meanwhile.
SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
HEAD = """<title>잠시 후 다시 이용해 주세요</title><meta name="robots" content="noindex">\
<noscript><meta http-equiv="refresh" content="10"></noscript>\
<script>(function ask(){setTimeout(()=>fetch("/readyz",{cache:"no-store"})\
.then(a=>a.ok?location.reload():ask(),ask),5000)})()</script>"""
BODY = """<main class="page flex flex-col items-start gap-4 py-18 lg:py-26">
<h1 class="mt-4 text-title-m">잠시 후 다시 이용해 주세요</h1>
<div class="max-w-text text-ink-2">
<p>일시적인 장애로 페이지를 보여 드리지 못했습니다. 복구하고 있으며, 복구되면 이 페이지가 저절로 다시 열립니다.</p>
<p class="mt-4">이미 설정한 VPN 연결은 그대로 사용하실 수 있습니다. 결제하던 중이었다면 다시 결제하지 마시고,
복구된 뒤 결제내역에서 확인해 주세요.</p>
</div>
<p class="mt-4"><a class="text-accent underline" href="">다시 불러오기</a></p>
<p class="text-small text-ink-2">계속되면 고객센터{phone}에 알려 주세요.<br>
문의 번호 <span class="figures">{reference}</span></p>
</main>"""
# Their places in the bytes, which are made once.
REFERENCE, PHONE = b"{reference}", b"{phone}"
ALLOWED = " ".join(("script-src", *document.hashes_of_scripts(HEAD)))

STATUS_LINK = """<p class="mt-2"><a class="text-accent underline" href="{url}">서비스 상태 보기</a></p>
</main>"""


def write(template: Template, *, status_url: str = "") -> bytes:
    """The document, in the shop's own looks; it links to the status page where that stands on another host."""
    body = BODY.replace("</main>", STATUS_LINK.format(url=escape(status_url))) if status_url else BODY
    without_script = Template(*(SCRIPT.sub("", part) for part in structs.astuple(template)))
    return document.write(without_script, HEAD, "", "[]").replace(
        b'<div id="root">', b'<div id="root">' + body.encode(), 1
    )


def answer(state: State) -> Response[bytes]:
    """The page with the number of this very request, by which the support finds its lines, and with its telephone."""
    reference = trace.reference_of(trace.current())
    page: bytes = state.site.outage
    return Response(
        page.replace(REFERENCE, reference.encode(), 1).replace(PHONE, _named(state.blocklist.phone), 1),
        status_code=503,
        media_type="text/html",
        headers={
            "Content-Security-Policy": state.site.policy.replace("script-src", ALLOWED, 1),
            "Cache-Control": "no-store",
            "X-Frame-Options": "DENY",
            "Retry-After": str(RETRY_SECONDS),
        },
    )


def _named(phone: str) -> bytes:
    """The number in brackets, to be touched on a telephone."""
    number = escape(phone)
    link = f'(<a class="text-accent underline" href="tel:{number}">{number}</a>)' if number else ""
    return link.encode()


def render_outage(request: AnyRequest, error: Error) -> Response[Any]:
    """Answer with the page where not even the request's identity could be read; a wrong statement stays our bug."""
    problem = render_database_error(request, error)
    return answer(request.app.state) if problem.status_code == 503 else problem


def render_overload(request: AnyRequest, error: PoolTimeout) -> Response[Any]:
    render_no_connection(request, error)
    return answer(request.app.state)


def render_unknown(request: AnyRequest, _: ShopError) -> Response[Any]:
    """Answer with the page where what somebody wanted to see could not be read in time."""
    return answer(request.app.state)


HANDLERS: dict[int | type[Exception], Any] = {PoolTimeout: render_overload, Error: render_outage}
