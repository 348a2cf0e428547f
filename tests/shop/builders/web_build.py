"""A web build of a few lines, and a look into the documents it makes."""

import json
import re
from pathlib import Path
from typing import Any

import httpx

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.settings import load
from tests.shop.builders.clients import HOME
from tests.shop.builders.secrets import KEY

INDEX = (
    '<!doctype html><html lang="ko"><head><script>early()</script><!--ieum:head--></head>'
    '<body><div id="root"><!--ieum:body--></div><!--ieum:data--></body></html>'
)


SCRIPT = """
const pages = {
  '/': {title: '홈', auth: 'public', cache: true},
  '/static-ip': {title: '고정 IP VPN', auth: 'public', cache: true, feature: 'sttcYn',
                 api: ['/api/v1/catalog/plans?kind=static'],
                 structuredType: 'Product', structuredData: '/api/v1/catalog/plans?kind=static'},
  '/announced': {title: '알림이 있는 것', auth: 'public', cache: true,
                 api: ['/api/v1/catalog/plans?kind=static', '/api/v1/status/troubles'],
                 dispensable: '/api/v1/status/troubles'},
  '/terms': {title: '이용약관', auth: 'public', cache: true,
             api: ['/api/v1/config/info?with=texts']},
  '/login': {title: '로그인', auth: 'public', cache: false, noindex: true},
  '/r/5d': {title: '변경', auth: 'public', cache: false, noindex: true, secret: true},
  '/mypage': {title: '이용현황', auth: 'member', cache: false, noindex: true},
  '/broken': {title: '고장', auth: 'public', cache: true},
  '/odd': {title: '이상', auth: 'public', cache: true},
  '/nothing': {title: '없는 것', auth: 'public', cache: true, subject: '/api/v1/pg/none',
               api: ['/api/v1/pg/none'], missing: ['src/page.tsx']},
  '/unwritten': {title: '쓴 것이 없는 것', auth: 'public', cache: true, texts: '/api/v1/pg/none',
                 api: ['/api/v1/pg/none']},
  '/support/notice': {title: '공지사항', auth: 'public', cache: true, listed: true},
  '/use/windows': {title: '윈도우', auth: 'public', cache: true, subject: '/api/v1/guides/windows',
                   api: ['/api/v1/guides/windows']},
  '/support/faq': {title: '자주 묻는 질문', auth: 'public', cache: true},
  '/download/windows': {title: '윈도우 다운로드', auth: 'public', cache: true,
                        subject: '/api/v1/content-pages/download-windows',
                        api: ['/api/v1/content-pages/download-windows']},
  '/group': {title: '모음', auth: 'public', cache: true, leadsTo: '/support/notice?page=1'},
  '/systems': {title: '기기', auth: 'public', cache: true, leadsTo: '/systems/windows', leadsSystemsTo: {
    windows: '/systems/windows', android: '/systems/android', macos: '/systems/macos', ios: '/systems/ios'}},
  '/endless': {title: '끝없음', auth: 'public', cache: true},
}
globalThis.drawn = 0
globalThis.plan = (url, off) => {
  const [slashed, query] = url.split('?')
  const path = slashed.replace(/(?<=.)\\/+$/, '')
  if (path === '/planless') throw new Error('no plan')
  const notice = /^\\/support\\/notice\\/([A-Za-z0-9-]+)$/.exec(path)?.[1]
  const about = `/api/v1/notices/${notice}`
  const one = {title: '공지', auth: 'public', cache: true, subject: about, api: [about],
               trail: [{path: '/support/notice', title: '공지사항'}]}
  const page = off.includes(pages[path]?.feature) ? undefined : notice ? one : pages[path]
  const api = ['/api/v1/config/info', ...(page?.api ?? []), '/api/v1/member']
  const list = Number(/(?:^|&)page=([0-9]+)/.exec(query ?? '')?.[1] ?? 1)
  if (page?.listed) api.push(`/api/v1/notices?page=${list}`)
  const found = {page: page?.listed ? list : 1, noindex: false, chunks: ['src/page.tsx'], status: 200, ...page, api}
  const nothing = {title: '찾을 수 없음', noindex: true, status: 404, auth: 'public', cache: false}
  if (!page) Object.assign(found, nothing)
  return JSON.stringify(found)
}
globalThis.listing = (off) => JSON.stringify(
  Object.entries(pages).filter(([, page]) => !page.noindex && !off.includes(page.feature))
    .map(([path, page]) => ({path, hasSubject: page.subject !== undefined})))
globalThis.render = (url, data) => {
  const path = url.split('?')[0]
  if (path === '/broken' || path === '/planless') throw new Error('render failed')
  if (path === '/odd') return 7
  if (path === '/endless') for (;;) {}
  globalThis.drawn += 1
  const known = Object.fromEntries(JSON.parse(data))
  const plans = known['/api/v1/catalog/plans?kind=static'] ?? []
  const member = known['/api/v1/member']?.mberId ?? 'visitor'
  const amounts = plans.map((plan) => plan.prices[0].amount)
  return `<main data-drawn="${globalThis.drawn}">${member} ${amounts}</main>`
}
"""


MANIFEST = {
    "index.html": {"file": "assets/index-1.js", "isEntry": True, "imports": ["_shared.js"]},
    "src/page.tsx": {"file": "assets/page-2.js", "imports": ["index.html", "_shared.js"]},
    "_shared.js": {"file": "assets/shared-3.js", "imports": ["src/page.tsx"]},
}


def settings_for(web: Path, database_url: str = "postgresql://x") -> Any:
    return load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": database_url,
            "IEUM_WEB_DIST": str(web),
            "IEUM_PUBLIC_URL": HOME,
        }
    )


def data_of(document: str) -> dict[str, Any]:
    block = re.search(r'<script type="application/json" id="ieum-data">(.*?)</script>', document, re.DOTALL)
    assert block is not None
    return dict(json.loads(block[1]))


async def describe_shop(conn: Connection) -> None:
    await execute(
        conn,
        """
        UPDATE site_config
           SET site_name = '이음', business_name = '이음네트웍스', description = '통신사 고정 IP', og_image = '/og.png',
               naver_verification = 'naver-1', google_verification = 'google-1', phone = '02-1234-5678'
        """,
    )


def drawn(answer: httpx.Response) -> str:
    found = re.search(r'data-drawn="(\d+)"', answer.text)
    assert found is not None
    return found[1]
