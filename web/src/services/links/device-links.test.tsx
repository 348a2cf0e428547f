import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aDevice, aMember, aService } from '../../../tests/builders'
import { renderAt } from '../../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../../tests/shop'
import type { DeviceLink } from '../../api/types'

const PAGE = '/mypage/service-status/normal'
const LINKS = '/api/v1/services/5/device-links'
const URL_OF = `https://shop.test/device-setup#${'5d'.repeat(32)}`

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const aLink = (differs: Partial<DeviceLink> = {}): DeviceLink => ({
  id: 7,
  name: '김대리 휴대폰',
  createdAt: inMinutes(-18),
  expiresAt: inMinutes(42),
  openedAt: null,
  fullAt: null,
  madeBy: null,
  ...differs,
})

let held = aService()
let open: DeviceLink[] = []
/** What the shop says of a link that is not open any more. */
let spent = 'device_link_used'
let sent: unknown[] = []

beforeEach(() => {
  held = aService()
  open = []
  spent = 'device_link_used'
  sent = []
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services', () => answerList([held])),
    http.get('/api/v1/services/5', () => answer(held)),
    http.get(LINKS, () => answer(open)),
    http.post('/api/v1/device-links/look-up', () => refuse(410, spent, '쓸 수 없는 링크입니다.')),
    http.post(LINKS, async ({ request }) => {
      const body = (await request.json()) as { name: string }
      sent.push(body)
      open = [...open, aLink({ id: 8, name: body.name, expiresAt: inMinutes(60) })]
      return answer({ id: 8, url: URL_OF, expiresAt: inMinutes(60) }, 201)
    }),
    http.delete(`${LINKS}/:id`, ({ params }) => {
      sent.push(`withdraw ${params.id}`)
      open = open.filter(({ id }) => String(id) !== params.id)
      return answer(null)
    }),
  )
})

async function openPanel() {
  await renderAt(PAGE)
  await userEvent.click(screen.getByRole('button', { name: '다른 사람의 기기 설정하기' }))
  return within(await screen.findByRole('region', { name: '다른 사람의 기기 설정하기' }))
}

test('nothing is asked of links before somebody wants one', async () => {
  let asked = 0
  shop.use(
    http.get(LINKS, () => {
      asked += 1
      return answer([])
    }),
  )
  await renderAt(PAGE)

  expect(asked).toBe(0)
})

test('a new link is shown once, as a QR code and to copy', async () => {
  const panel = await openPanel()
  await userEvent.click(panel.getByRole('button', { name: '링크 만들기' }))
  expect(panel.getByText('기기 이름을 입력해 주세요.')).toBeTruthy()

  await userEvent.type(panel.getByLabelText('기기 이름'), '박과장 노트북')
  await userEvent.click(panel.getByRole('button', { name: '링크 만들기' }))

  expect(await panel.findByRole('img', { name: '기기 설정 링크 QR 코드' })).toBeTruthy()
  expect(panel.getByText(URL_OF)).toBeTruthy()
  expect(panel.getByRole('button', { name: '기기 설정 링크 복사' })).toBeTruthy()
  expect(panel.getByText(/그 기기를 쓰실 분에게만/)).toBeTruthy()
  expect(await panel.findByRole('button', { name: '박과장 노트북 링크 취소' })).toBeTruthy()
  expect(sent).toEqual([{ name: '박과장 노트북' }])
})

test('a link that has been used says so, and its device is there', async () => {
  const panel = await openPanel()
  await userEvent.type(panel.getByLabelText('기기 이름'), '박과장 노트북')
  await userEvent.click(panel.getByRole('button', { name: '링크 만들기' }))
  await panel.findByText(URL_OF)

  held = { ...held, devices: [aDevice({ name: '박과장 노트북' })] }
  open = []

  expect(await panel.findByText('링크로 기기가 설정되었습니다.')).toBeTruthy()
  expect(panel.queryByText(URL_OF)).toBeNull()
  expect(await screen.findByRole('button', { name: '박과장 노트북 삭제' })).toBeTruthy()
}, 15_000)

test('open links say how long they live, whether they were opened, and what went wrong', async () => {
  open = [
    aLink(),
    aLink({ id: 9, name: '이사님 태블릿', openedAt: '2026-11-24T05:03:00Z', fullAt: '2026-11-24T05:05:00Z' }),
  ]
  const panel = await openPanel()

  expect(await panel.findByText('42분 남음 · 아직 열어 보지 않음')).toBeTruthy()
  expect(panel.getByText('42분 남음 · 14:03에 열어 봄')).toBeTruthy()
  expect(panel.getByText(/14:05에 설정하려 했지만/)).toBeTruthy()
})

test('the link of a sub-id names its maker', async () => {
  open = [aLink(), aLink({ id: 9, madeBy: { id: 31, loginId: 'minsu_kim', name: '김민수' } })]
  const panel = await openPanel()

  expect(await panel.findAllByText('김대리 휴대폰')).toHaveLength(2)
  expect(panel.getAllByText(/서브 아이디/).map((said) => said.textContent)).toEqual([
    '서브 아이디 minsu_kim (김민수)',
  ])
})

test.each([
  ['device_link_withdrawn', '링크가 취소되어 기기를 설정할 수 없습니다.'],
  ['device_link_over', '링크를 더 쓸 수 없습니다.'],
])('a new link that ends elsewhere, by %s, is not said to have set up a device', async (code, said) => {
  const panel = await openPanel()
  await userEvent.type(panel.getByLabelText('기기 이름'), '이대리 노트북')
  await userEvent.click(panel.getByRole('button', { name: '링크 만들기' }))
  await panel.findByText(URL_OF)
  spent = code
  open = []

  expect(await panel.findByText(said)).toBeTruthy()
  expect(panel.queryByText(/설정되었습니다/)).toBeNull()
  expect(panel.queryByText(URL_OF)).toBeNull()
})

test('a link is withdrawn after a question', async () => {
  open = [aLink()]
  const panel = await openPanel()

  await userEvent.click(await panel.findByRole('button', { name: '김대리 휴대폰 링크 취소' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '링크 취소' }))

  await waitFor(() => expect(panel.queryByText('김대리 휴대폰')).toBeNull())
  expect(sent).toEqual(['withdraw 7'])
  expect(document.activeElement?.textContent).toBe('다른 사람의 기기 설정하기')
})

test('a refusal is shown where it was provoked, and what was typed stays', async () => {
  shop.use(
    http.post(LINKS, () =>
      refuse(409, 'too_many_device_links', '쓰지 않을 링크를 취소한 뒤 다시 만들어 주세요.'),
    ),
  )
  const panel = await openPanel()
  await userEvent.type(panel.getByLabelText('기기 이름'), '박과장 노트북')
  await userEvent.click(panel.getByRole('button', { name: '링크 만들기' }))

  expect((await panel.findByRole('alert')).textContent).toContain('취소한 뒤 다시')
  expect(panel.getByLabelText<HTMLInputElement>('기기 이름').value).toBe('박과장 노트북')
})

test('at the limit of devices there is no new link, but those that are open are seen', async () => {
  held = aService({ deviceLimit: 1, devices: [aDevice()] })
  open = [aLink({ fullAt: '2026-11-24T05:05:00Z' })]
  const panel = await openPanel()

  expect(await panel.findByText(/기기 수가 차서/)).toBeTruthy()
  expect(panel.queryByRole('button', { name: '링크 만들기' })).toBeNull()
})

test('closing leads back to the button', async () => {
  const panel = await openPanel()

  await userEvent.click(panel.getByRole('button', { name: '닫기' }))

  expect(document.activeElement).toBe(screen.getByRole('button', { name: '다른 사람의 기기 설정하기' }))
})

test('a new link is there after the tab was loaded anew, and gone once it is closed', async () => {
  const panel = await openPanel()
  await userEvent.type(panel.getByLabelText('기기 이름'), '김대리 휴대폰')
  await userEvent.click(panel.getByRole('button', { name: '링크 만들기' }))
  await panel.findByText(URL_OF)
  cleanup()

  await renderAt(PAGE)

  const again = within(await screen.findByRole('region', { name: '다른 사람의 기기 설정하기' }))
  expect(await again.findByText(URL_OF)).toBeTruthy()
  await userEvent.click(again.getByRole('button', { name: '닫기' }))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(URL_OF)
})
