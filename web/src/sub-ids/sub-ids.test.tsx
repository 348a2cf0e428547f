import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aMember, aSubId } from '../../tests/builders'
import { field, main, press } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, memberIs, refuse, shop } from '../../tests/shop'
import type { MadeSubId, Member, SubId } from '../api/types'
import { linksFile } from './csv'

const PAGE = '/mypage/sub-id-management?page=1'
const URL_OF = `https://shop.test/sub-id#${'a'.repeat(43)}`

const LATER = '2126-11-25T03:04:00Z'

const aMade = (differs: Partial<MadeSubId> = {}): MadeSubId => ({
  id: 32,
  loginId: 'jiyeon_park',
  name: '박지연',
  link: { url: URL_OF, expiresAt: LATER },
  ...differs,
})

let held: SubId[] = []
let limit = 10
let asked: string[] = []
let sent: unknown[] = []

beforeEach(() => {
  held = [aSubId()]
  limit = 10
  asked = []
  sent = []
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/sub-ids', ({ request }) => {
      asked.push(new URL(request.url).search)
      return answer({ items: held, page: 1, pageSize: 20, total: held.length, inUse: held.length, limit })
    }),
  )
})

test('the list says who there is, in what state, and what they use', async () => {
  held = [
    aSubId(),
    aSubId({ id: 33, loginId: 'new_one', name: '새 자리', state: 'invited', services: [], lastSeenAt: null }),
  ]
  await renderAt(PAGE)

  expect(screen.getByText('10개 중 2개 만듦')).toBeTruthy()
  const [first, second] = within(screen.getByRole('list', { name: '서브 아이디' })).getAllByRole('heading')
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/mypage/sub-id-management/31')
  expect(first?.textContent).toBe('영업1팀 김민수 minsu_kim')
  expect(main().getByText('203.0.113.10')).toBeTruthy()
  expect(second?.textContent).toBe('새 자리 new_one')
  expect(main().getByText('이용할 수 있는 상품이 없습니다.')).toBeTruthy()
  expect(main().getByText(/링크의 유효 기간이 지났습니다/)).toBeTruthy()
})

test('whoever has none reads what a sub-id is for', async () => {
  held = []
  await renderAt(PAGE)

  expect(main().getByText(/아이디를 하나씩 나누어 주면/)).toBeTruthy()
  expect(screen.queryByLabelText('아이디 또는 이름')).toBeNull()
})

test('words and a state are searched for by the address', async () => {
  await renderAt(PAGE)
  await userEvent.type(field('아이디 또는 이름'), '김민수')
  await press('찾기')
  await waitFor(() => expect(decodeURIComponent(address() ?? '')).toBe(`${PAGE}&search=김민수`))
  await userEvent.selectOptions(screen.getByLabelText('상태'), 'suspended')

  await waitFor(() => expect(asked.at(-1)).toContain('state=suspended'))
  expect(decodeURIComponent(asked.at(-1) ?? '')).toContain('search=김민수')
})

test('a state that there is none of is passed over', async () => {
  await renderAt(`${PAGE}&state=nonsense`)

  expect(asked).toEqual(['?page=1'])
})

test('with every place taken nothing can be made', async () => {
  limit = 1
  await renderAt(PAGE)

  expect(screen.getByRole<HTMLButtonElement>('button', { name: '서브 아이디 만들기' }).disabled).toBe(true)
  expect(main().getByText(/삭제하면 다시 만들 수 있습니다/)).toBeTruthy()
})

const makesOne = () =>
  http.post('/api/v1/sub-ids', async ({ request }) => {
    sent.push(await request.json())
    return answer(aMade(), 201)
  })

async function makeOne() {
  await press('서브 아이디 만들기')
  await userEvent.type(field('아이디'), 'jiyeon_park')
  await userEvent.type(field('이름'), '박지연')
  await press('만들기')
  await screen.findByText(URL_OF)
}

/** The page of whoever loads it anew in the same tab. */
async function reload() {
  cleanup()
  await renderAt(PAGE)
}

test('a new one comes with its link, which only this tab has', async () => {
  shop.use(makesOne())
  await renderAt(PAGE)
  await press('서브 아이디 만들기')
  await press('만들기')
  expect(await screen.findByText('아이디를 입력해 주세요.')).toBeTruthy()
  await userEvent.type(field('아이디'), 'jiyeon_park')
  await userEvent.type(field('이름'), '박지연')
  await press('만들기')

  const link = within(await screen.findByRole('region', { name: 'jiyeon_park 비밀번호 설정 링크' }))
  expect(await link.findByRole('img', { name: '비밀번호 설정 링크 QR 코드' })).toBeTruthy()
  expect(link.getByText(URL_OF)).toBeTruthy()
  expect(link.getByText(/이 탭에만 있습니다/)).toBeTruthy()
  expect(sent).toEqual([{ loginId: 'jiyeon_park', name: '박지연', lastDay: null }])
})

test('a new link outlives a reload until it is done, and is nowhere but in this tab', async () => {
  shop.use(makesOne())
  await renderAt(PAGE)
  await makeOne()
  expect(JSON.stringify({ ...localStorage }) + location.href).not.toContain(URL_OF)
  await reload()

  expect(await screen.findByText(URL_OF)).toBeTruthy()
  await press('완료')
  expect(screen.queryByText(URL_OF)).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(URL_OF)
  await reload()
  expect(screen.queryByText(URL_OF)).toBeNull()
  expect(screen.getByRole('button', { name: '서브 아이디 만들기' })).toBeTruthy()
})

const ANOTHER = aMember({ mberId: 'another1' })
const ACTING = aMember({ mberId: 'jiyeon_park', kind: 'acting' })

/** What another tab does to the session, so that this one finds out. */
function sessionIsNow(member: Member | null) {
  shop.use(memberIs(member))
  window.dispatchEvent(new StorageEvent('storage', { key: 'ieum:session' }))
}

/** A link that this tab keeps, and the key of a device that somebody without an account sets up here. */
async function keepBoth() {
  shop.use(makesOne())
  await renderAt(PAGE)
  await makeOne()
  sessionStorage.setItem('ieum:device-setup', DEVICE)
  expect(JSON.stringify({ ...sessionStorage })).toContain(URL_OF)
}

const DEVICE = '{"privateKey":"…"}'

async function expectLinkGone() {
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain(URL_OF))
  expect(sessionStorage.getItem('ieum:device-setup')).toBe(DEVICE)
}

test.each([
  ['nobody', null],
  ['somebody else', ANOTHER],
])('a new link is gone from a tab that finds %s logged in while it shows the page', async (_, member) => {
  await keepBoth()
  sessionIsNow(member)

  await expectLinkGone()
})

test.each([
  ['nobody', null],
  ['somebody else', ANOTHER],
])('a new link is gone from a tab that is loaded anew with %s logged in', async (_, member) => {
  await keepBoth()
  cleanup()
  shop.use(memberIs(member))
  await renderAt('/')

  await expectLinkGone()
})

test('a new link is still there for an owner who has looked as a sub-id', async () => {
  await keepBoth()
  sessionIsNow(ACTING)
  await screen.findByText(/화면을 보고 있습니다/)
  cleanup()
  await renderAt('/')
  await screen.findByText(/화면을 보고 있습니다/)
  cleanup()

  shop.use(memberIs(aMember()))
  await renderAt(PAGE)
  expect(await screen.findByText(URL_OF)).toBeTruthy()
})

test('a link that is over is not shown again', async () => {
  const over = aMade({ link: { url: URL_OF, expiresAt: '2020-01-01T00:00:00Z' } })
  shop.use(http.post('/api/v1/sub-ids', () => answer(over, 201)))
  await renderAt(PAGE)
  await makeOne()
  await reload()

  expect(screen.queryByText(URL_OF)).toBeNull()
})

test('a browser that keeps nothing says so', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('off')
  })
  shop.use(makesOne())
  await renderAt(PAGE)
  await makeOne()

  expect(screen.getByText(/링크를 간직하지 못하니/)).toBeTruthy()
  vi.restoreAllMocks()
})

test('lines that were pasted outlive a reload until they are made or given up', async () => {
  await renderAt(PAGE)
  await press('여러 개 한 번에 만들기')
  await userEvent.type(field('내용'), 'a,b')
  await reload()
  expect(field('내용').value).toBe('a,b')
  await userEvent.clear(field('내용'))
  expect(field('내용').value).toBe('')
  await userEvent.type(field('내용'), 'c,d')
  await press('취소')
  await reload()

  expect(screen.queryByLabelText('내용')).toBeNull()
})

test('what was typed for a new one outlives a reload until it is made or given up', async () => {
  shop.use(makesOne())
  await renderAt(PAGE)
  await press('서브 아이디 만들기')
  await userEvent.type(field('아이디'), 'jiyeon_park')
  await userEvent.type(field('이름'), '박지연')
  fireEvent.change(screen.getByLabelText(/마지막 날/), { target: { value: '2026-12-31' } })
  await reload()
  expect(field('아이디').value).toBe('jiyeon_park')
  expect(field('이름').value).toBe('박지연')
  await press('만들기')
  await screen.findByRole('region', { name: 'jiyeon_park 비밀번호 설정 링크' })
  expect(sent).toEqual([{ loginId: 'jiyeon_park', name: '박지연', lastDay: '2026-12-31' }])
  await press('완료')
  await reload()
  expect(screen.queryByLabelText('아이디')).toBeNull()

  await press('서브 아이디 만들기')
  expect(field('아이디').value).toBe('')
  await userEvent.type(field('아이디'), 'another')
  await press('취소')
  await reload()

  expect(screen.queryByLabelText('아이디')).toBeNull()
})

test('a new one is not shown as done before it has a product: the way there is beside its link', async () => {
  shop.use(makesOne())
  await renderAt(PAGE)
  await makeOne()

  const link = within(await screen.findByRole('region', { name: 'jiyeon_park 비밀번호 설정 링크' }))
  expect(link.getByText(/이어서 이용할 상품을 정해 주세요/)).toBeTruthy()
  expect(link.getByRole('link', { name: '상품 정하기' }).getAttribute('href')).toBe(
    '/mypage/sub-id-management/32',
  )
})

test('an id that is taken is said at its field, and nothing typed is lost', async () => {
  shop.use(
    http.post('/api/v1/sub-ids', () =>
      refuse(422, 'invalid_fields', '확인해 주세요.', [
        { name: 'loginId', code: 'taken', detail: '이미 사용 중인 아이디입니다.' },
      ]),
    ),
  )
  await renderAt(PAGE)
  await press('서브 아이디 만들기')
  await userEvent.type(field('아이디'), 'jiyeon_park')
  await userEvent.type(field('이름'), '박지연')
  await press('만들기')

  expect(await screen.findByText('이미 사용 중인 아이디입니다.')).toBeTruthy()
  expect(field('아이디').value).toBe('jiyeon_park')
  expect(document.activeElement).toBe(field('아이디'))
})

test('every wrong line of a file is named', async () => {
  const wrong = ['2번째 줄: 이미 사용 중인 아이디입니다.', '3번째 줄: 이름은 2~60자로 입력해 주세요.']
  shop.use(
    http.post('/api/v1/sub-ids/import', () =>
      refuse(
        422,
        'invalid_fields',
        '확인해 주세요.',
        wrong.map((detail, index) => ({ name: `lines[${index + 2}].x`, code: 'invalid', detail })),
      ),
    ),
  )
  await renderAt(PAGE)
  await press('여러 개 한 번에 만들기')
  await userEvent.type(field('내용'), 'a,b')
  await press('모두 만들기')

  const refusal = within(await screen.findByRole('alert'))
  expect(refusal.getByText(/만들지 않았습니다/)).toBeTruthy()
  expect(refusal.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(wrong)
  expect(field('내용').value).toBe('a,b')
})

test('a file is read, sent, and answered with links to save', async () => {
  shop.use(
    http.post('/api/v1/sub-ids/import', async ({ request }) => {
      sent.push(await request.json())
      return answer([aMade(), aMade({ id: 33, loginId: 'minho_lee', name: '이민호' })], 201)
    }),
  )
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  await renderAt(PAGE)
  await press('여러 개 한 번에 만들기')
  // `이름` as Korean spreadsheets save it.
  const bytes = new Uint8Array([...new TextEncoder().encode('minho_lee,'), 0xc0, 0xcc, 0xb8, 0xa7])
  await userEvent.upload(
    screen.getByLabelText(/CSV 파일/),
    new File([bytes], 'ids.csv', { type: 'text/csv' }),
  )
  await waitFor(() => expect(field('내용').value).toBe('minho_lee,이름'))
  await press('모두 만들기')

  expect(await screen.findByText('서브 아이디 2개를 만들었습니다')).toBeTruthy()
  expect(sent).toEqual([{ csv: 'minho_lee,이름' }])
  await reload()
  expect(await screen.findByText('서브 아이디 2개를 만들었습니다')).toBeTruthy()
  expect(screen.queryByLabelText('내용')).toBeNull()
  await press('링크 모두 내려받기 (CSV)')
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})

test.each(['007', '1e5', '3-4', '1234567890123456'])('%s stays a text in the file of links', (name) => {
  expect(linksFile([aMade({ name })])).toContain(`,'${name},`)
})

test('the file of links is quoted, and runs no formula', () => {
  const text = linksFile([aMade({ name: '=A1, "x"' })])

  expect(text).toBe(
    `\ufeff아이디,이름,링크,유효 기간\r\njiyeon_park,"'=A1, ""x""",${URL_OF},2126.11.25 12:04까지\r\n`,
  )
})
