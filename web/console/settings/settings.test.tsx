import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, aPreview, desk, inShell, refuse, renderConsole } from '../testing'
import type { Connection, Group, Setting } from './queries'

const aSetting = (differs: Partial<Setting>): Setting => ({
  name: 'point_percent',
  label: '적립 비율',
  effect: '결제한 금액의 이만큼이 쌓입니다.',
  kind: 'number',
  value: 10,
  unit: '%',
  least: 0,
  most: 100,
  options: [],
  required: false,
  ...differs,
})

const POINTS: Group = {
  name: 'points',
  label: '포인트',
  fields: [
    aSetting({}),
    aSetting({ name: 'points_enabled', label: '포인트 사용', kind: 'flag', value: true, unit: '' }),
  ],
}

const MAIL: Connection = {
  name: 'mail',
  isSet: true,
  isSandbox: false,
  says: '메일 서버가 설정되어 있습니다.',
}

beforeEach(() => {
  inShell()
  desk({
    'GET /settings': { groups: [POINTS], missing: ['대표자'] },
    'GET /settings/blocked': { ranges: ['203.0.113.0/24'] },
    'GET /settings/connections': {
      items: [MAIL, { ...MAIL, name: 'toss' }],
      webhookUrl: 'https://shop.test/api/v1/payments/webhooks/toss',
    },
  })
})

test('what was typed is there after a press in the menu', async () => {
  const { go } = await renderConsole('/console/settings')
  await userEvent.type(await screen.findByLabelText('적립 비율 (%)'), '0')

  await go('/console/settings/blocked')
  await go('/console/settings')

  expect((await screen.findByLabelText<HTMLInputElement>('적립 비율 (%)')).value).toBe('100')
  await userEvent.click(screen.getByRole('button', { name: '되돌리기' }))
  expect(screen.getByLabelText<HTMLInputElement>('적립 비율 (%)').value).toBe('10')
})

/** As a colleague saves it meanwhile. */
const colleagueSets = (value: number) =>
  desk({ 'GET /settings': { groups: [{ ...POINTS, fields: [aSetting({ value })] }], missing: [] } })

const percent = () => screen.findByLabelText<HTMLInputElement>('적립 비율 (%)')

test('a value that was typed and typed back does not take back what a colleague sets later', async () => {
  await renderConsole('/console/settings')
  await userEvent.type(await percent(), '0{Backspace}')
  cleanup()

  colleagueSets(5)
  await renderConsole('/console/settings')

  await waitFor(async () => expect((await percent()).value).toBe('5'))
})

test('where a colleague has changed what somebody was typing at, the form says so', async () => {
  await renderConsole('/console/settings')
  await userEvent.type(await percent(), '0')
  cleanup()

  colleagueSets(5)
  await renderConsole('/console/settings')

  expect(
    await screen.findByText(/고치시는 동안 다른 직원이 바꾼 값이 있습니다: 적립 비율 \(지금 5\)/),
  ).toBeDefined()
  expect((await percent()).value).toBe('100')
})

test('only what was changed is sent, after it was shown and a reason given', async () => {
  const sent = desk({
    'POST /changes/settings.change/preview': aPreview({
      rows: [{ label: '적립 비율', value: '7%', before: '10%' }],
    }),
    'POST /changes/settings.change': { made: {} },
  })
  await renderConsole('/console/settings')
  const field = await screen.findByLabelText('적립 비율 (%)')
  expect(screen.getByText(/비어 있습니다: 대표자/)).toBeDefined()
  expect(screen.getByRole('button', { name: '바뀌는 내용 보기' })).toHaveProperty('disabled', true)

  await userEvent.clear(field)
  await userEvent.type(field, '7')
  await userEvent.click(screen.getByRole('button', { name: '바뀌는 내용 보기' }))
  const dialog = within(await screen.findByRole('dialog', { name: '포인트 설정' }))
  expect(await dialog.findByText('7%')).toBeDefined()
  await userEvent.type(dialog.getByLabelText('사유'), '행사 종료')
  await userEvent.click(dialog.getByRole('button', { name: '저장' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call === 'POST /changes/settings.change')?.body).toMatchObject({
    target: 'points',
    wish: { values: { point_percent: 7 } },
    digest: 'd1',
    reason: '행사 종료',
  })
})

test('a refusal stands at its field, and what was typed stays', async () => {
  desk({
    'POST /changes/settings.change/preview': () =>
      refuse(422, 'invalid_fields', '입력한 내용을 다시 확인해 주세요.', [
        { name: 'wish.values.point_percent', code: 'invalid', detail: '0부터 100까지 숫자로 적어 주세요.' },
      ]),
  })
  await renderConsole('/console/settings')
  const field = await screen.findByLabelText<HTMLInputElement>('적립 비율 (%)')
  await userEvent.clear(field)
  await userEvent.type(field, '백')
  await userEvent.click(screen.getByRole('button', { name: '바뀌는 내용 보기' }))

  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.value).toBe('백')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what takes a second person says that nothing has changed yet', async () => {
  desk({
    'POST /changes/settings.change/preview': aPreview(),
    'POST /changes/settings.change': () => answer({ approvalId: 9 }, 202),
  })
  await renderConsole('/console/settings')
  await userEvent.click(await screen.findByRole('checkbox', { name: '포인트 사용' }))
  await userEvent.click(screen.getByRole('button', { name: '바뀌는 내용 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '한도 조정')
  await screen.findByText('환불됨')
  await userEvent.click(screen.getByRole('button', { name: '저장' }))

  expect(await screen.findByText('두 번째 사람의 확인을 기다립니다.')).toBeDefined()
})

test('whoever may only look changes nothing', async () => {
  inShell({ isOwner: false, permissions: ['settings.view'] })
  await renderConsole('/console/settings')

  expect(await screen.findByLabelText('적립 비율 (%)')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: '바뀌는 내용 보기' })).toBeNull()
})

test('addresses are blocked after it was shown whom that hits, and taken off the list', async () => {
  let blocked = ['203.0.113.0/24']
  const sent = desk({
    'GET /settings/blocked': () => ({ ranges: blocked }),
    'POST /changes/settings.block/preview': aPreview({ rows: [{ label: '하루 동안의 방문', value: '2건' }] }),
    'POST /changes/settings.unblock/preview': aPreview({ rows: [{ label: 'IP', value: '풀 IP' }] }),
    'POST /changes/settings.unblock': () => {
      blocked = []
      return { made: {} }
    },
  })
  await renderConsole('/console/blocked')
  await userEvent.type(await screen.findByLabelText('IP'), '198.51.100.7, 198.51.100.8')
  await userEvent.click(screen.getByRole('button', { name: '누가 막히는지 보기' }))
  expect(await screen.findByText('2건')).toBeDefined()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    target: 'blocked',
    wish: { ranges: ['198.51.100.7', '198.51.100.8'] },
  })
  await userEvent.click(screen.getByRole('button', { name: '취소' }))

  await userEvent.click(screen.getByRole('button', { name: '203.0.113.0/24 차단 풀기' }))
  await userEvent.type(screen.getByLabelText('사유'), '공격이 끝남')
  await screen.findByText('풀 IP')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '차단 풀기' }))
  expect(await screen.findByText('차단한 IP가 없습니다.')).toBeDefined()
})

test('a test mail says what became of it', async () => {
  desk({
    'POST /settings/connections/mail/test': { works: true, says: ['시험 메일을 보냅니다.'], message: 5 },
    'GET /settings/connections/messages/:id': { state: 'refused', says: '보내지 못했습니다: 550' },
  })
  await renderConsole('/console/connections')
  await userEvent.click(await screen.findByRole('button', { name: '메일 시험하기' }))

  expect(await screen.findByText('시험 메일을 보냅니다.')).toBeDefined()
  expect(await screen.findByText('보내지 못했습니다: 550')).toBeDefined()
  expect(screen.getByText('https://shop.test/api/v1/payments/webhooks/toss')).toBeDefined()
})

test('a logo is chosen, seen, and put in the place of the old one', async () => {
  URL.createObjectURL = () => 'blob:logo'
  URL.revokeObjectURL = () => {}
  const logo = aSetting({ name: 'logo', label: '로고 주소', kind: 'url', value: '', unit: '' })
  const site = { name: 'search', label: '검색엔진', fields: [logo] }
  const sent = desk({
    'GET /settings': () => ({ groups: [site], missing: [] }),
    'POST /settings/logo/preview': aPreview({ title: '로고를 바꿉니다', digest: 'l1' }),
    'PUT /settings/logo': () => {
      site.fields = [{ ...logo, value: '/files/1-site-logo.png' }]
      return { address: '/files/1-site-logo.png' }
    },
  })
  await renderConsole('/console/settings')
  expect(await screen.findByText('로고가 없어 사이트 이름이 글자로 보입니다.')).toBeDefined()

  await userEvent.upload(screen.getByLabelText('로고 그림 고르기'), new File(['png'], 'logo.png'))
  const dialog = within(await screen.findByRole('dialog', { name: '로고 바꾸기' }))
  expect(await dialog.findByRole('img', { name: '새 로고' })).toBeDefined()
  await userEvent.type(await dialog.findByLabelText('사유'), '새 로고')
  await userEvent.click(dialog.getByRole('button', { name: '로고 바꾸기' }))

  const shown = await screen.findByRole('img', { name: '지금 로고' })
  expect(shown.getAttribute('src')).toBe('/files/1-site-logo.png')
  expect(sent.find(({ call }) => call === 'PUT /settings/logo')?.body).toEqual({
    content: btoa('png'),
    digest: 'l1',
    reason: '새 로고',
  })
})

test('a file that is no picture is refused in words, without a broken picture beside them', async () => {
  URL.createObjectURL = () => 'blob:none'
  URL.revokeObjectURL = () => {}
  const logo = aSetting({ name: 'logo', label: '로고 주소', kind: 'url', value: '', unit: '' })
  desk({
    'GET /settings': { groups: [{ name: 'search', label: '검색엔진', fields: [logo] }], missing: [] },
    'POST /settings/logo/preview': aPreview({ title: '로고를 바꿉니다', digest: 'l1' }),
  })
  await renderConsole('/console/settings')

  await userEvent.upload(await screen.findByLabelText('로고 그림 고르기'), new File(['no'], 'logo.png'))
  const dialog = within(await screen.findByRole('dialog', { name: '로고 바꾸기' }))
  fireEvent.error(await dialog.findByRole('img', { name: '새 로고' }))

  expect(dialog.queryByRole('img')).toBeNull()
})
