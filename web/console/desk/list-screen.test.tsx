import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shop } from '../../tests/shop'
import type { Filter } from '../frame/filter'
import { Money } from '../frame/money'
import type { Screen } from '../frame/screen'
import { anApproval, answer, aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import { ListScreen } from './list-screen'

interface Order {
  id: number
  name: string
  amount: number
}

const ORDERS: Order[] = [
  { id: 1, name: '첫 주문', amount: 33_000 },
  { id: 2, name: '둘째 주문', amount: -11_000 },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'paid', label: '결제됨' },
      { value: 'refunded', label: '환불됨' },
    ],
  },
  { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' },
]

const at = (options: Partial<Parameters<typeof ListScreen<Order>>[0]> = {}): Screen[] => [
  {
    path: 'things',
    title: '주문',
    permission: null,
    nav: 'orders',
    lazy: async () => ({
      Component: () => (
        <ListScreen<Order>
          title="주문"
          label="주문 목록"
          path="/api/v1/console/things"
          columns={[
            { key: 'name', label: '이름', cell: ({ name }) => name },
            {
              key: 'amount',
              label: '금액',
              cell: ({ amount }) => <Money won={amount} />,
              isFigure: true,
              order: 'amount',
            },
            { key: 'id', label: '번호', cell: ({ id }) => id, isExtra: true },
          ]}
          filters={FILTERS}
          search="이름 찾기"
          idOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          empty={<p>아직 주문이 없습니다.</p>}
          sheetTitle={(_, row) => row?.name ?? ''}
          sheet={(_, row) => <p>{row?.name} 내용</p>}
          bulk={(selection, query) => (
            <output>{selection.isWhole ? `whole ${query}` : [...selection.ids].join()}</output>
          )}
          {...options}
        />
      ),
    }),
  },
]

beforeEach(() => {
  inShell()
})
afterEach(() => {
  vi.useRealTimers()
})

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

test('a list shows its rows, its count, and money with its unit and sign', async () => {
  desk({ 'GET /things': listed(ORDERS, { count: 10_000, countIsMore: true }) })
  await renderConsole('/console/things', at())

  expect(await screen.findByRole('row', { name: /첫 주문.*33,000원/ })).toBeDefined()
  expect(row('둘째').textContent).toContain('−11,000원')
  expect(screen.getByText('10,000+')).toBeDefined()
})

test('a list that a link narrowed to one member says so, and can be widened', async () => {
  const sent = desk({ 'GET /things': listed(ORDERS) })
  const filters: Filter[] = [{ kind: 'linked', name: 'member', label: '회원' }]
  const { address } = await renderConsole('/console/things?member=7', at({ filters }))

  expect(await screen.findByText(/회원: 7번/)).toBeDefined()
  expect(sent.some(({ query }) => query.includes('member=7'))).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: /회원.*빼기/ }))
  expect(address()).toBe('/console/things')
})

/** A list that cannot be loaded the first time, while the shop says, each time that it is asked, that it is ready or not. */
async function anOutage(...isReady: boolean[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let isAway = true
  const sent = desk({
    'GET /things': () =>
      isAway ? refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.') : listed(ORDERS),
  })
  const asked: boolean[] = []
  shop.use(
    http.get('*/readyz', () => {
      const ready = isReady[asked.length] ?? true
      asked.push(ready)
      return new HttpResponse(null, { status: ready ? 200 : 503 })
    }),
  )
  await renderConsole('/console/things', at())
  await screen.findByRole('button', { name: '다시 불러오기' })
  return { sent, asked, end: () => (isAway = false) }
}

test('a list that an outage kept away comes by itself once the shop is back', async () => {
  const { end } = await anOutage(false, false, true)
  await screen.findByText('복구되면 저절로 다시 불러옵니다.')

  end()
  await act(() => vi.advanceTimersByTimeAsync(10_000))

  expect(await screen.findByRole('row', { name: /첫 주문/ })).toBeDefined()
})

test('a list that fails in a shop that is ready is not asked for again and again', async () => {
  const { sent, asked } = await anOutage(true)

  await act(() => vi.advanceTimersByTimeAsync(20_000))

  // The first call, and the two that follow it at once.
  expect([sent.length, asked]).toEqual([3, [true]])
  expect(screen.queryByText('복구되면 저절로 다시 불러옵니다.')).toBeNull()
})

test('the filters of the address are asked for and read as a sentence', async () => {
  const sent = desk({ 'GET /things': listed(ORDERS) })
  await renderConsole('/console/things?state=paid&from=2026-11-01&open=1', at())

  await screen.findByRole('button', { name: '상태: 결제됨' })
  expect(screen.getByRole('button', { name: '기간: 2026.11.01부터' })).toBeDefined()
  expect(sent[0]?.query).toBe('?state=paid&from=2026-10-31T15%3A00%3A00.000Z')
})

test('a filter is chosen, and taken away again, in the address', async () => {
  desk({ 'GET /things': listed(ORDERS) })
  const { address } = await renderConsole('/console/things?after=c2', at())

  await userEvent.click(await screen.findByRole('button', { name: '+ 상태' }))
  await userEvent.click(screen.getByRole('button', { name: '환불됨' }))
  expect(address()).toBe('/console/things?state=refunded')
  await userEvent.click(await screen.findByRole('button', { name: '상태 조건 빼기' }))
  expect(address()).toBe('/console/things')
})

test('a click opens the sheet of a row in the address, and Escape closes it', async () => {
  desk({ 'GET /things': listed(ORDERS) })
  const { address } = await renderConsole('/console/things', at())
  await screen.findByText('첫 주문')

  await userEvent.click(row('둘째'))
  expect(address()).toBe('/console/things?open=2')
  expect(await screen.findByText('둘째 주문 내용')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/console/things')
})

test('j, k and x move and tick, also with the Korean keyboard, and Enter opens the page of a row', async () => {
  desk({ 'GET /things': listed(ORDERS) })
  const { address } = await renderConsole(
    '/console/things',
    at({ pageOf: ({ id }) => `/console/things/${id}` }),
  )
  await screen.findByText('첫 주문')

  await userEvent.keyboard('jjㅓkjx')
  expect(document.activeElement?.textContent).toBe('둘째 주문')
  expect(screen.getByText('1건 선택')).toBeDefined()
  document.activeElement?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }),
  )
  await waitFor(() => expect(address()).toBe('/console/things/2'))
})

test('whoever comes back from the page of a row goes on from that row', async () => {
  const three = [...ORDERS, { id: 3, name: '셋째 주문', amount: 1000 }]
  desk({ 'GET /things': listed(three) })
  const page: Screen = {
    path: 'things/:id',
    title: '주문 하나',
    permission: null,
    lazy: async () => ({ Component: () => <h1>주문 하나</h1> }),
  }
  const { go } = await renderConsole('/console', [...at(), page])
  await screen.findByText('첫 주문')

  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('둘째 주문')
  await act(() => go('/console/things/2'))
  await screen.findByRole('heading', { name: '주문 하나' })
  await act(() => go(-1))
  await screen.findByText('첫 주문')
  await userEvent.keyboard('j')

  expect(document.activeElement?.textContent).toBe('셋째 주문')
})

test('keys do nothing while somebody types', async () => {
  desk({ 'GET /things': listed(ORDERS) })
  await renderConsole('/console/things', at())
  await screen.findByText('첫 주문')

  await userEvent.keyboard('/jx?')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jx?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ticking the page offers the whole filtered set', async () => {
  desk({ 'GET /things': listed(ORDERS, { count: 1240, next: 'c2' }) })
  await renderConsole('/console/things?state=paid', at())
  await userEvent.click(await screen.findByRole('checkbox', { name: '이 쪽의 모든 줄 선택' }))
  expect(screen.getByText('2건 선택')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: '조건에 맞는 전체 1,240건 선택' }))
  expect(screen.getByText('whole state=paid')).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: '첫 주문 선택' }))
  expect(screen.getByText('1건 선택')).toBeDefined()
})

test('the pager goes on with the cursor and back to where it came from', async () => {
  const sent = desk({ 'GET /things': listed(ORDERS, { next: 'c2', count: 200 }) })
  const { address } = await renderConsole('/console/things?state=paid', at())
  await userEvent.click(await screen.findByRole('button', { name: '다음' }))
  expect(address()).toBe('/console/things?state=paid&after=c2')
  await waitFor(() => expect(sent.at(-1)?.query).toBe('?state=paid&after=c2'))

  await userEvent.click(screen.getByRole('button', { name: '이전' }))
  expect(address()).toBe('/console/things?state=paid')
})

test('the head of a column sorts by it, and again the other way', async () => {
  desk({ 'GET /things': listed(ORDERS) })
  const { address } = await renderConsole('/console/things', at())
  await userEvent.click(await screen.findByRole('button', { name: '금액' }))
  expect(address()).toBe('/console/things?order=-amount')
  await userEvent.click(screen.getByRole('button', { name: '금액' }))

  expect(address()).toBe('/console/things?order=amount')
  expect(screen.getByRole('columnheader', { name: '금액' }).getAttribute('aria-sort')).toBe('ascending')
})

test('a column that is no usual one is picked into the address', async () => {
  desk({ 'GET /things': listed(ORDERS) })
  const { address } = await renderConsole('/console/things', at())
  await screen.findByText('첫 주문')
  await userEvent.click(screen.getByRole('button', { name: '열 고르기' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '번호' }))

  expect(address()).toBe('/console/things?columns=name%2Camount%2Cid')
  expect(await screen.findByRole('columnheader', { name: '번호' })).toBeDefined()
})

test('an empty list says what would be here; an empty filter says how to see more', async () => {
  desk({ 'GET /things': listed([]) })
  const { address } = await renderConsole('/console/things', at())
  await screen.findByText('아직 주문이 없습니다.')

  await userEvent.click(screen.getByRole('button', { name: '+ 상태' }))
  await userEvent.click(screen.getByRole('button', { name: '결제됨' }))
  await userEvent.click(await screen.findByRole('button', { name: '조건 모두 빼고 보기' }))
  expect(address()).toBe('/console/things')
})

test('a list that cannot be loaded says why, under which number, and tries again', async () => {
  const refusal = refuse(422, 'invalid', '조건을 확인해 주세요.', undefined, 'r')
  refusal.headers.set('x-request-id', 'r-77')
  desk({ 'GET /things': () => refusal.clone() })
  await renderConsole('/console/things', at())
  expect((await screen.findByRole('alert')).textContent).toContain('조건을 확인해 주세요.요청 번호 r-77')

  desk({ 'GET /things': listed(ORDERS) })
  await userEvent.click(screen.getByRole('button', { name: '다시 불러오기' }))
  expect(await screen.findByText('첫 주문')).toBeDefined()
})

test('saved views are tabs; filters that are none yet can become one', async () => {
  const view = { id: 5, name: '환불만', query: 'state=refunded', shared: false, mine: true }
  const sent = desk({
    'GET /things': listed(ORDERS),
    'GET /views': { items: [view] },
    'POST /views': view,
  })
  const { address } = await renderConsole('/console/things?state=paid', at())
  await userEvent.click(await screen.findByRole('button', { name: '보기로 저장' }))
  await userEvent.type(screen.getByLabelText('이름'), '결제된 것')
  await userEvent.click(screen.getByRole('button', { name: '저장' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /views')?.body).toEqual({
      screen: 'things',
      query: 'state=paid',
      name: '결제된 것',
      shared: false,
    }),
  )

  await userEvent.click(screen.getByRole('button', { name: '환불만' }))
  expect(address()).toBe('/console/things?state=refunded')
})

test('a list opens with its default view, and everything stays in reach', async () => {
  const view = { id: 5, name: '환불만', query: 'state=refunded', shared: false, mine: false, isDefault: true }
  const sent = desk({
    'GET /things': listed(ORDERS),
    'GET /views': { items: [view] },
    'DELETE /views/5/default': null,
  })
  const { address, go } = await renderConsole('/console/things', at())

  await waitFor(() => expect(address()).toBe('/console/things?state=refunded'))
  await userEvent.click(await screen.findByRole('button', { name: '전체' }))
  await waitFor(() => expect(address()).toBe('/console/things'))
  expect(await screen.findByText('첫 주문')).toBeDefined()

  await act(() => go('/console/things'))
  await waitFor(() => expect(address()).toBe('/console/things?state=refunded'))
  await userEvent.click(await screen.findByRole('button', { name: '기본 보기 풀기' }))
  await waitFor(() => expect(sent.some(({ call }) => call === 'DELETE /views/5/default')).toBe(true))
})

test('an export asks for its form and why, and begins with the form of the last time', async () => {
  const sent = desk({
    'GET /things': listed(ORDERS),
    'POST /changes/exports.make/preview': aPreview(),
    'POST /changes/exports.make': { made: { exportId: 4 } },
  })
  const view = await renderConsole('/console/things?state=paid', at())
  await userEvent.click(await screen.findByRole('button', { name: '내보내기' }))
  await userEvent.selectOptions(screen.getByLabelText('파일 형식'), 'xlsx')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '회계 요청')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '내보내기' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const wish = { screen: 'things', query: 'state=paid', form: 'xlsx' }
  const pressed = sent.find(({ call }) => call === 'POST /changes/exports.make')
  expect(pressed?.body).toMatchObject({ target: null, wish, reason: '회계 요청' })

  view.unmount()
  await renderConsole('/console/things', at())
  await userEvent.click(await screen.findByRole('button', { name: '내보내기' }))
  expect(screen.getByLabelText<HTMLSelectElement>('파일 형식').value).toBe('xlsx')
})

test('a file with personal data takes two people, and the page behind shows what came of it', async () => {
  const sent = desk({
    'GET /things': listed(ORDERS),
    'POST /changes/exports.personal/preview': aPreview(),
    'POST /changes/exports.personal': () => answer({ approvalId: 9, preview: aPreview() }, 202),
    'GET /approvals/9': anApproval({ id: 9, action: 'exports.personal', state: 'confirmed', mine: true }),
  })
  await renderConsole('/console/things', at({ isPersonal: true }))
  await userEvent.click(await screen.findByRole('button', { name: '내보내기' }))
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '회계 요청')
  const wish = { screen: 'things', query: '', form: 'csv' }
  expect(sent.at(-1)?.body).toEqual({ target: null, wish })
  const loaded = sent.filter(({ call }) => call === 'GET /things').length
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '내보내기' }))

  await screen.findByText('두 번째 사람이 확인했습니다.')
  expect(screen.getByRole('link', { name: '내보낸 파일 보기' })).toBeTruthy()
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'GET /things').length).toBeGreaterThan(loaded),
  )
})

test('whoever may not export sees no button for it', async () => {
  inShell({ isOwner: false })
  desk({ 'GET /things': listed(ORDERS) })
  await renderConsole('/console/things', at())

  await screen.findByText('첫 주문')
  expect(screen.queryByRole('button', { name: '내보내기' })).toBeNull()
})
