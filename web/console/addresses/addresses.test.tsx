import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, aPreview, desk, inShell, listed, renderConsole } from '../testing'
import type { Address, AddressSheet } from './queries'

const ADDRESS: Address = {
  id: 40,
  address: '203.0.113.7',
  gateway: { id: 3, name: 'seoul-1' },
  pool: { id: 2, code: 'kt-seoul', carrier: 'KT', region: '서울' },
  state: 'free',
  since: '2026-11-01T00:00:00Z',
  availableAt: '2026-11-01T00:00:00Z',
  flags: [],
  provenBy: 'call',
  serviceId: null,
  holder: null,
}

const POOL = {
  pool: ADDRESS.pool,
  gateway: ADDRESS.gateway,
  plans: ['KT 고정 IP'],
  free: 50,
  leased: 10,
  held: 0,
  resting: 1,
  flagged: 0,
  withdrawn: 0,
  unproven: 0,
  netPerDay: 10,
  daysLeft: 5,
  countedAt: '2026-11-24T00:00:00Z',
}

const sheet = (differs: Partial<AddressSheet> = {}): AddressSheet => ({
  address: ADDRESS,
  facts: {
    addedAt: '2026-10-01T00:00:00Z',
    provenAt: '2026-10-01T00:00:00Z',
    triedAt: '2026-11-24T00:00:00Z',
    failures: 0,
    lookedUpAt: '2026-11-24T00:00:00Z',
    findings: [],
  },
  leases: [],
  proofs: [
    {
      at: '2026-11-20T00:00:00Z',
      kind: 'operator',
      isGood: false,
      seen: null,
      detail: 'withdrawn: 회선 반납',
    },
  ],
  ...differs,
})

test('the sheet tells what staff did in Korean, and an address is withdrawn after its preview', async () => {
  inShell()
  const sent = desk({
    'GET /addresses': listed([ADDRESS]),
    'GET /addresses/40': sheet(),
    'GET /addresses/pools': { items: [] },
    'POST /changes/addresses.withdraw/preview': aPreview({ title: '판매에서 제외합니다' }),
    'POST /changes/addresses.withdraw': { made: {} },
  })
  await renderConsole('/console/addresses?open=40')
  const side = within(await screen.findByRole('region', { name: '203.0.113.7' }))
  expect(await side.findByText('판매에서 제외: 회선 반납')).toBeDefined()
  await userEvent.click(side.getByRole('button', { name: '판매 제외' }))
  await userEvent.type(await screen.findByLabelText('사유'), '회선 반납')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: '판매 제외' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call === 'POST /changes/addresses.withdraw')?.body).toEqual({
    target: 40,
    wish: {},
    key: expect.any(String),
    digest: 'd1',
    reason: '회선 반납',
  })
})

test('an address rests for so many days, at most a year', async () => {
  inShell()
  const sent = desk({
    'GET /addresses': listed([ADDRESS]),
    'GET /addresses/40': sheet(),
    'GET /addresses/pools': { items: [] },
    'POST /changes/addresses.rest/preview': aPreview(),
    'POST /changes/addresses.rest': { made: {} },
  })
  await renderConsole('/console/addresses?open=40')
  await userEvent.click(await screen.findByRole('button', { name: '휴지' }))
  const days = screen.getByLabelText<HTMLInputElement>('며칠 동안 팔지 않을까요?')
  const ready = () => screen.getByRole<HTMLButtonElement>('button', { name: '미리 보기' })
  expect(days.value).toBe('7')
  for (const wrong of ['366', '이틀', '-1']) {
    await userEvent.clear(days)
    await userEvent.type(days, wrong)
    expect(ready().disabled).toBe(true)
  }
  await userEvent.clear(days)
  await userEvent.type(days, '0')
  await userEvent.click(ready())
  await userEvent.type(await screen.findByLabelText('사유'), '다시 팝니다')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '휴지' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/addresses.rest')?.body).toMatchObject({
      target: 40,
      wish: { days: 0 },
    }),
  )
})

test('addresses move to one of the other pools', async () => {
  inShell()
  const other = { ...POOL, pool: { ...POOL.pool, id: 5, code: 'skt-busan' } }
  const sent = desk({
    'GET /addresses/pools': { items: [POOL, other] },
    'GET /pool-costs': { items: [] },
    'POST /changes/addresses.move/preview': aPreview(),
    'POST /changes/addresses.move': { made: {} },
  })
  await renderConsole('/console/pools')
  const row = within(await screen.findByRole('row', { name: /kt-seoul/ }))
  await userEvent.click(row.getByRole('button', { name: 'IP 옮기기' }))
  await userEvent.type(screen.getByLabelText('IP 또는 네트워크'), '203.0.113.0/29')
  const to = screen.getByLabelText('옮길 풀')
  expect(within(to).queryByRole('option', { name: /kt-seoul/ })).toBeNull()
  await userEvent.selectOptions(to, '5')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '잘못 넣음')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'IP 옮기기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/addresses.move')?.body).toMatchObject({
      target: 2,
      wish: { addresses: '203.0.113.0/29', to: 5 },
    }),
  )
})

test('an import says of each line what is wrong, and cannot be pressed until all are good', async () => {
  inShell()
  const line = { line: 2, address: '203.0.113.7', gateway: 'seoul-1', pool: 'kt-seoul' }
  let isMended = false
  const sent = desk({
    'GET /addresses': listed([]),
    'GET /addresses/pools': { items: [] },
    'POST /addresses/import/preview': () =>
      isMended
        ? { preview: aPreview(), lines: [{ ...line, wrong: null, detail: null }], good: 1, bad: 0 }
        : {
            preview: aPreview(),
            lines: [{ ...line, wrong: 'exists', detail: '이미 등록된 IP입니다.' }],
            good: 0,
            bad: 1,
          },
    'POST /addresses/import': { made: { imported: 1 } },
  })
  await renderConsole('/console/addresses?import=1')
  const dialog = within(await screen.findByRole('dialog'))
  const list = dialog.getByLabelText('IP 목록')
  await userEvent.type(list, '203.0.113.7')
  await userEvent.type(dialog.getByLabelText('게이트웨이'), 'seoul-1')
  await userEvent.click(dialog.getByRole('button', { name: '확인하기' }))
  expect(await dialog.findByRole('row', { name: /2 203\.0\.113\.7 .*이미 등록된 IP입니다/ })).toBeDefined()
  expect(dialog.queryByLabelText('사유')).toBeNull()

  isMended = true
  await userEvent.type(list, '7')
  await userEvent.click(dialog.getByRole('button', { name: '확인하기' }))
  await userEvent.type(await dialog.findByLabelText('사유'), '새 회선')
  await userEvent.click(dialog.getByRole('button', { name: 'IP 1개 등록' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call === 'POST /addresses/import')?.body).toMatchObject({
    wish: { text: '203.0.113.77', gateway: 'seoul-1', onlyGood: true },
    key: expect.any(String),
    digest: 'd1',
    reason: '새 회선',
  })
})

test('the good lines of a CP949 file with semicolons are imported alone', async () => {
  inShell()
  const line = { line: 2, address: '203.0.113.7', gateway: 'seoul-1', pool: 'kt-seoul' }
  const sent = desk({
    'GET /addresses': listed([]),
    'GET /addresses/pools': { items: [] },
    'POST /addresses/import/preview': {
      preview: aPreview(),
      lines: [
        { ...line, line: 3, wrong: 'exists', detail: '이미 등록된 IP입니다.' },
        { ...line, wrong: null, detail: null },
      ],
      good: 1,
      bad: 1,
    },
    'POST /addresses/import': { made: { imported: 1 } },
  })
  await renderConsole('/console/addresses?import=1')
  const dialog = within(await screen.findByRole('dialog'))
  const head = new TextEncoder().encode(
    'gateway;address;pool;carrier;region\nseoul-1;203.0.113.7;kt-seoul;KT;',
  )
  const seoul = new Uint8Array([0xbc, 0xad, 0xbf, 0xef])
  await userEvent.upload(dialog.getByLabelText(/CSV 파일/), new File([head, seoul], 'kt.csv'))
  await waitFor(() =>
    expect((dialog.getByLabelText('IP 목록') as HTMLTextAreaElement).value).toContain('KT;서울'),
  )
  expect(dialog.queryByLabelText('게이트웨이')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: '확인하기' }))
  await userEvent.type(await dialog.findByLabelText('사유'), '새 회선')
  await userEvent.click(dialog.getByRole('button', { name: '좋은 줄만 IP 1개 등록' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call === 'POST /addresses/import')?.body).toMatchObject({
    wish: { onlyGood: true },
  })
})

test('a file that is no text is refused where it is chosen', async () => {
  inShell()
  desk({ 'GET /addresses': listed([]), 'GET /addresses/pools': { items: [] } })
  await renderConsole('/console/addresses?import=1')
  const dialog = within(await screen.findByRole('dialog'))

  await userEvent.upload(
    dialog.getByLabelText(/CSV 파일/),
    new File([new Uint8Array([0x89, 0xff, 0xff])], 'kt.csv'),
  )

  expect(await dialog.findByText(/파일을 읽을 수 없습니다/)).toBeDefined()
})

test('the names of a pool are corrected after a preview', async () => {
  inShell()
  const broken = { ...POOL, pool: { ...POOL.pool, region: '����' } }
  const sent = desk({
    'GET /addresses/pools': { items: [broken] },
    'GET /pool-costs': { items: [] },
    'POST /changes/addresses.pool/preview': aPreview(),
    'POST /changes/addresses.pool': { made: {} },
  })
  await renderConsole('/console/pools')
  await userEvent.click(await screen.findByRole('button', { name: '이름 고치기' }))
  const region = screen.getByLabelText('지역')
  await userEvent.clear(region)
  await userEvent.type(region, '서울')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '깨진 파일')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '이름 고치기' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call === 'POST /changes/addresses.pool')?.body).toEqual({
    target: 2,
    wish: { region: '서울' },
    key: expect.any(String),
    digest: 'd1',
    reason: '깨진 파일',
  })
})

test('the map is moved in by the arrow keys and has a table twin', async () => {
  inShell()
  desk({
    'GET /addresses/map': {
      network: '203.0.113.0/24',
      cells: [
        { last: 7, id: 40, state: 'free', serviceId: null, flags: [] },
        { last: 8, id: 41, state: 'leased', serviceId: 12, flags: [] },
      ],
    },
    'GET /addresses/41': sheet({ address: { ...ADDRESS, id: 41, address: '203.0.113.8' } }),
  })
  const { address } = await renderConsole('/console/networks?network=203.0.113.0/24')
  const map = within(await screen.findByRole('table', { name: '203.0.113.0/24 지도' }))
  map.getByRole('button', { name: '203.0.113.7 판매 가능' }).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')

  await waitFor(() => expect(address()).toContain('open=41'))
  expect(screen.getByRole('table', { name: '203.0.113.0/24 표', hidden: true })).toBeDefined()
})

test('a pool says how long it lasts, and an unknown pace is no zero', async () => {
  inShell()
  desk({
    'GET /addresses/pools': {
      items: [POOL, { ...POOL, gateway: { id: 4, name: 'busan-1' }, netPerDay: null, daysLeft: null }],
    },
    'GET /pool-costs': { items: [] },
  })
  await renderConsole('/console/pools')

  expect(await screen.findByRole('row', { name: /seoul-1 .* 5일 50/ })).toBeDefined()
  expect(screen.getByRole('row', { name: /busan-1 .* 아직 모름 50/ })).toBeDefined()
})

test('who had an address waits for a second person', async () => {
  inShell()
  const sent = desk({
    'POST /changes/addresses.who/preview': aPreview({ title: '조회합니다' }),
    'POST /changes/addresses.who': () => answer({ approvalId: 9, preview: aPreview() }, 202),
  })
  await renderConsole('/console/lookups?address=203.0.113.7&at=2026-11-02 14:05')
  await userEvent.click(await screen.findByRole('button', { name: '확인하기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '민원 2026-11')
  await userEvent.click(screen.getByRole('button', { name: '조회 요청' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/addresses.who')?.body).toEqual({
      target: null,
      wish: { address: '203.0.113.7', at: '2026-11-02T14:05' },
      key: expect.any(String),
      digest: 'd1',
      reason: '민원 2026-11',
    }),
  )
  expect(await screen.findByRole('link', { name: '승인 보기' })).toBeDefined()
})

test('the cost of a pool is set after its preview, and an empty one is not known', async () => {
  inShell()
  const cost = { poolId: 2, code: 'kt-seoul', addresses: 30, won: 3000, since: '2026-10-01' }
  const sent = desk({
    'GET /addresses/pools': { items: [POOL] },
    'GET /pool-costs': { items: [{ ...cost, nextWon: null, changesNext: false }] },
    'POST /changes/numbers.costs/preview': aPreview({ title: 'kt-seoul 풀의 IP 원가를 바꿉니다' }),
    'POST /changes/numbers.costs': { made: {} },
  })
  await renderConsole('/console/pools')

  await userEvent.click(await screen.findByRole('button', { name: 'kt-seoul 원가 적기' }))
  await userEvent.clear(screen.getByLabelText(/한 달 원가/))
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '계약 끝남')
  await userEvent.click(screen.getByRole('button', { name: '원가 적기' }))

  await waitFor(() => expect(sent.some(({ call }) => call === 'POST /changes/numbers.costs')).toBe(true))
  expect(sent.find(({ call }) => call === 'POST /changes/numbers.costs')?.body).toMatchObject({
    target: 2,
    wish: { won: null },
    digest: 'd1',
    reason: '계약 끝남',
  })
})
