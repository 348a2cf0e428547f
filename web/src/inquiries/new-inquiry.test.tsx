import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anOrder, aService } from '../../tests/builders'
import { address, renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'

const NEW = '/support/inquiry/new'
const asked: unknown[] = []
const uploaded: string[] = []
const addresses: string[] = []
const deleted: string[] = []

const aFile = (name = '화면.png', size = 10, type = 'image/png') =>
  new File(['x'.repeat(size)], name, { type })

const takesImages = http.post('/api/v1/inquiry-images', async ({ request }) => {
  const name = decodeURIComponent(request.headers.get('x-file-name') ?? '')
  addresses.push(request.url)
  uploaded.push(name)
  const image = { id: uploaded.length, name, width: 4, height: 3, size: 10, hidden: false }
  return answer(image, 201)
})

beforeEach(() => {
  sessionStorage.clear()
  for (const list of [asked, uploaded, addresses, deleted]) list.length = 0
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services', () => answerList([aService()])),
    http.get('/api/v1/orders', () => answerList([anOrder()])),
    http.post('/api/v1/inquiries', async ({ request }) => {
      asked.push(await request.json())
      return answer({ id: 7 }, 201)
    }),
    takesImages,
    http.delete('/api/v1/inquiry-images/:id', ({ params }) => {
      deleted.push(String(params.id))
      return answer(null)
    }),
  )
})

const title = () => screen.getByLabelText<HTMLInputElement>('제목')
const body = () => screen.getByLabelText<HTMLTextAreaElement>('내용')
const picker = () => screen.getByLabelText<HTMLInputElement>(/사진 선택/)
const send = () => userEvent.click(screen.getByRole('button', { name: '문의 보내기' }))

async function fillIn() {
  await userEvent.click(screen.getByRole('radio', { name: '접속·설정' }))
  await userEvent.type(title(), '접속이 끊깁니다')
  await userEvent.type(body(), '어제부터 끊깁니다.')
}

test('sending an inquiry leads to it', async () => {
  await renderAt(NEW)
  await fillIn()
  await userEvent.selectOptions(
    screen.getByLabelText(/관련 상품/),
    screen.getAllByRole('option')[1] as HTMLElement,
  )
  await userEvent.upload(picker(), [aFile('하나.png'), aFile('둘.png')])
  await waitFor(() => expect(screen.getAllByText(/첨부됨/)).toHaveLength(2))

  await send()

  await waitFor(() => expect(address()).toBe('/support/inquiry/7'))
  expect(uploaded).toEqual(['하나.png', '둘.png'])
  expect(asked).toEqual([
    {
      category: 'connection',
      title: '접속이 끊깁니다',
      body: '어제부터 끊깁니다.',
      serviceId: aService().id,
      images: [1, 2],
    },
  ])
})

test('what is missing is said at its field, and nothing is sent', async () => {
  await renderAt(NEW)

  await send()

  for (const sentence of ['문의 유형을 선택해 주세요.', '제목을 입력해 주세요.', '내용을 입력해 주세요.'])
    expect(screen.getByText(sentence)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '접속·설정' }))
  expect(asked).toEqual([])
})

test('too much text is counted and refused, not cut', async () => {
  await renderAt(NEW)
  await fillIn()

  fireEvent.change(body(), { target: { value: '가'.repeat(5_001) } })
  await send()

  expect(screen.getByText('5,001 / 5,000자')).toBeTruthy()
  expect(screen.getByText('내용은 5,000자까지 입력해 주세요.')).toBeTruthy()
  expect(body().value).toHaveLength(5_001)
})

test('a refusal stands where it belongs, and nothing typed is lost', async () => {
  shop.use(
    http.post('/api/v1/inquiries', () =>
      refuse(422, 'invalid_fields', '입력한 내용을 다시 확인해 주세요.', [
        { name: 'title', code: 'too_long', detail: '제목은 100자까지 입력해 주세요.' },
        { name: 'images', code: 'not_found', detail: '첨부한 사진을 찾을 수 없습니다.' },
      ]),
    ),
  )
  await renderAt(NEW)
  await fillIn()

  await send()

  expect(await screen.findByText('제목은 100자까지 입력해 주세요.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('입력한 내용을 다시 확인해 주세요.')
  expect([title().value, body().value]).toEqual(['접속이 끊깁니다', '어제부터 끊깁니다.'])
})

test('a reload loses nothing that was typed, and another member finds nothing of it', async () => {
  const { unmount } = await renderAt(NEW)
  await fillIn()
  unmount()

  const again = await renderAt(NEW)
  await waitFor(() => expect(title().value).toBe('접속이 끊깁니다'))
  expect(body().value).toBe('어제부터 끊깁니다.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '접속·설정' }).checked).toBe(true)
  again.unmount()
  shop.use(memberIs(aMember({ mberId: 'somebody' })))
  await renderAt(NEW)

  expect(title().value).toBe('')
})

test('after sending, the form is empty', async () => {
  await renderAt(NEW)
  await fillIn()

  await send()

  await waitFor(() => expect(address()).toBe('/support/inquiry/7'))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('끊깁니다')
})

test('a link says what the question is about', async () => {
  await renderAt(`${NEW}?category=refund&orderId=${anOrder().orderId}`)

  expect(screen.getByRole<HTMLInputElement>('radio', { name: '환불' }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLSelectElement>(/관련 주문/).value).toBe(anOrder().orderId)
})

const NEVER_PAID = anOrder({ orderId: 'B', state: 'expired', paidAt: null, services: [] })

test.each([
  {
    orders: [
      anOrder({
        orderId: 'C',
        createdAt: '2026-11-21T05:00:00Z',
        services: [{ id: 6, address: '203.0.113.11' }],
      }),
      NEVER_PAID,
      anOrder({ orderId: 'A' }),
    ],
    query: '',
    shown: [
      '선택 안 함',
      '고정 IP VPN · KT · 1개월 · 203.0.113.11 · 2026.11.21 14:00',
      '고정 IP VPN · KT · 1개월 · 203.0.113.10 · 2026.11.20 14:00',
    ],
  },
  { orders: [NEVER_PAID], query: '', shown: ['선택 안 함', expect.stringContaining('2026.11.20 14:00')] },
  {
    orders: [NEVER_PAID, anOrder({ orderId: 'A' })],
    query: '?orderId=B',
    shown: ['선택 안 함', expect.stringContaining('~'), expect.stringContaining('203.0.113.10')],
  },
])(
  'orders to ask about differ from each other and were paid, if any was',
  async ({ orders, query, shown }) => {
    shop.use(http.get('/api/v1/orders', () => answerList(orders)))
    await renderAt(NEW + query)

    const select = screen.getByLabelText<HTMLSelectElement>(/관련 주문/)
    expect([...select.options].map(({ text }) => text)).toEqual(shown)
  },
)

const related = () => screen.getByLabelText<HTMLSelectElement>(/관련 주문/)

/** Two pages of one order each. */
const ordersInPages = http.get('/api/v1/orders', ({ request }) => {
  const page = Number(new URL(request.url).searchParams.get('page'))
  const item = anOrder({ orderId: page === 1 ? 'NEW' : 'OLD' })
  return answerList([item], { page, pageSize: 1, total: 2 })
})

test('older orders are loaded with the keyboard and can be asked about', async () => {
  shop.use(ordersInPages)
  await renderAt(NEW)
  await fillIn()
  expect([...related().options].map(({ value }) => value)).toEqual(['', 'NEW'])

  screen.getByRole('button', { name: '이전 주문 더 보기' }).focus()
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(document.activeElement).toBe(related()))
  expect(screen.getByText('이제 주문 2건 가운데에서 고르실 수 있습니다.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '이전 주문 더 보기' })).toBeNull()
  await userEvent.selectOptions(related(), 'OLD')
  await send()
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ orderId: 'OLD' })]))
})

test('older orders that do not come are asked for again', async () => {
  let tries = 0
  shop.use(
    http.get('/api/v1/orders', ({ request }) => {
      if (request.url.endsWith('page=1')) return answerList([anOrder()], { pageSize: 1, total: 2 })
      tries += 1
      return tries === 1
        ? refuse(500, 'internal', '잠시 후 다시 이용해 주세요.')
        : answerList([anOrder({ orderId: 'OLD' })], { page: 2, pageSize: 1, total: 2 })
    }),
  )
  await renderAt(NEW)
  const older = () => screen.getByRole('button', { name: '이전 주문 더 보기' })

  await userEvent.click(older())
  expect(await screen.findByText(/다시 눌러 주세요/)).toBeTruthy()
  await userEvent.click(older())

  await waitFor(() => expect(related().options).toHaveLength(3))
})

test('a link may be about an order that is on no page loaded so far', async () => {
  shop.use(
    ordersInPages,
    http.get('/api/v1/orders/:id', ({ params }) => answer(anOrder({ orderId: String(params.id) }))),
  )
  await renderAt(`${NEW}?orderId=OLD`)

  await waitFor(() => expect(related().value).toBe('OLD'))
})

test('an order that does not exist is not asked about unseen', async () => {
  shop.use(
    ordersInPages,
    http.get('/api/v1/orders/:id', () => refuse(404, 'not_found', '찾을 수 없습니다.')),
  )
  await renderAt(`${NEW}?orderId=NOBODYS`)
  await fillIn()

  await waitFor(() => expect(related().value).toBe(''))
  await send()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).not.toHaveProperty('orderId')
})

test('a refused image says why, offers no retry, and blocks sending until it is removed', async () => {
  shop.use(
    http.post('/api/v1/inquiry-images', () =>
      refuse(422, 'image_refused', '손상된 사진이라 열 수 없습니다.'),
    ),
  )
  await renderAt(NEW)
  await fillIn()
  await userEvent.upload(picker(), aFile())

  expect(await screen.findByText('손상된 사진이라 열 수 없습니다.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '화면.png 다시 시도' })).toBeNull()
  await send()
  expect(screen.getByText('올리지 못한 사진이 있습니다. 다시 시도하거나 삭제해 주세요.')).toBeTruthy()
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '화면.png 삭제' }))
  expect(document.activeElement).toBe(picker())
  await send()

  await waitFor(() => expect(asked).toHaveLength(1))
})

test('an upload that broke off is tried again', async () => {
  let tries = 0
  shop.use(
    http.post('/api/v1/inquiry-images', () => {
      tries += 1
      if (tries === 1) return HttpResponse.error()
      return answer({ id: 5, name: '화면.png', width: 4, height: 3, size: 10, hidden: false }, 201)
    }),
  )
  await renderAt(NEW)
  await userEvent.upload(picker(), aFile())

  await userEvent.click(await screen.findByRole('button', { name: '화면.png 다시 시도' }))

  expect(await screen.findByText(/첨부됨/)).toBeTruthy()
})

test('what is too large or of a phone’s own format is told at once, without sending it', async () => {
  await renderAt(NEW)
  const large = aFile('큰 사진.png')
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })

  await userEvent.upload(picker(), [large])
  fireEvent.change(picker(), { target: { files: [aFile('IMG_1.HEIC', 10, '')] } })

  expect(screen.getByText(/한 장에 10MB까지 첨부할 수 있습니다\. 크기를/)).toBeTruthy()
  expect(screen.getByText(/HEIC 사진은 첨부할 수 없습니다/)).toBeTruthy()
  expect(uploaded).toEqual([])
})

test('five images are taken, and a note says so of the rest', async () => {
  await renderAt(NEW)

  await userEvent.upload(
    picker(),
    Array.from({ length: 7 }, (_, number) => aFile(`${number}.png`)),
  )

  await waitFor(() => expect(screen.getAllByText(/첨부됨/)).toHaveLength(5))
  expect(screen.getByText('사진은 5장까지 첨부할 수 있어 2장은 첨부하지 않았습니다.')).toBeTruthy()
  expect(uploaded).toHaveLength(5)
})

test('a removed image is deleted at the shop and not sent', async () => {
  await renderAt(NEW)
  await fillIn()
  await userEvent.upload(picker(), [aFile('하나.png'), aFile('둘.png')])
  await waitFor(() => expect(screen.getAllByText(/첨부됨/)).toHaveLength(2))

  await userEvent.click(screen.getByRole('button', { name: '하나.png 삭제' }))
  await send()

  await waitFor(() => expect(asked).toMatchObject([{ images: [2] }]))
  expect(deleted).toEqual(['1'])
})

test('the name of a file is never part of an address', async () => {
  await renderAt(NEW)

  await userEvent.upload(picker(), aFile('주민등록증 홍길동 🙂.png'))
  await waitFor(() => expect(screen.getByText(/첨부됨/)).toBeTruthy())

  expect(uploaded).toEqual(['주민등록증 홍길동 🙂.png'])
  expect(addresses.map((at) => new URL(at).search)).toEqual([''])
})

test('the warning about resident numbers stands at the images', async () => {
  await renderAt(NEW)

  expect(screen.getByText(/주민등록번호가 보이지 않도록 가린 후 첨부해 주세요\./)).toBeTruthy()
})
