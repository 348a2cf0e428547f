import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import type { Service, ServiceSheet } from './queries'

const SERVICE: Service = {
  id: 12,
  holder: { id: 7, loginId: 'hong****', name: '홍*동' },
  plan: { id: 2, name: 'KT 고정 IP', kind: 'static' },
  place: { id: 40, address: '203.0.113.7', gatewayId: 3, gateway: 'seoul-1', flags: [] },
  gateway: 'seoul-1',
  state: 'active',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2026-12-01T00:00:00Z',
}

const sheet = (differs: Partial<ServiceSheet> = {}): ServiceSheet => ({
  service: SERVICE,
  orderId: '20261101-1',
  stoppedAt: null,
  closedAt: null,
  deviceLimit: 2,
  subscription: null,
  move: null,
  whyNot: {
    extend: null,
    stop: null,
    restart: '정지한 서비스가 아닙니다.',
    replace: null,
    move: null,
    cancelMove: '옮기는 중이 아닙니다.',
  },
  periods: [],
  devices: [],
  leases: [],
  ...differs,
})

const page = (more: Record<string, unknown> = {}) =>
  desk({
    'GET /services/12': sheet(),
    'GET /services/12/timeline': {
      items: [
        { id: 'x1', at: '2026-11-20T00:00:00Z', kind: 'extended', facts: { days: 3, undone: false } },
        {
          id: 'l1',
          at: '2026-11-01T00:00:00Z',
          kind: 'address',
          facts: { address: '203.0.113.7', cause: 'order', gateway: 'seoul-1' },
        },
      ],
    },
    'GET /services/12/sessions': listed([
      {
        deviceId: 5,
        deviceName: '내 노트북',
        exitAddress: '203.0.113.7',
        client: '198.51.*.*',
        beganAt: '2026-11-20T00:00:00Z',
        endedAt: null,
        rxBytes: 1000,
        txBytes: 2_500_000,
      },
    ]),
    ...more,
  })

test('a row opens beside the list, masked, with what can be done', async () => {
  inShell()
  desk({ 'GET /services': listed([SERVICE]), 'GET /services/12': sheet(), 'GET /gateways': { items: [] } })
  await renderConsole('/console/services?open=12')

  const row = await screen.findByRole('row', {
    name: /12 KT 고정 IP 이용중 홍\*동 \(hong\*{4}\) 203\.0\.113\.7/,
  })
  expect(row).toBeDefined()
  const side = within(screen.getByRole('region', { name: '서비스 12' }))
  expect(await side.findByRole('button', { name: '이용 기간 연장' })).toBeDefined()
})

test('the page says what happened, and whence it was used only by half', async () => {
  inShell()
  page()
  await renderConsole('/console/services/12')

  expect(await screen.findByText('3일 연장')).toBeDefined()
  expect(screen.getByText('구매 · seoul-1')).toBeDefined()
  expect(
    await screen.findByRole('row', { name: /접속 중 내 노트북 203\.0\.113\.7 198\.51\.\*\.\*/ }),
  ).toBeDefined()
})

test('a device that another one has stopped is named so', async () => {
  inShell()
  const device = {
    id: 5,
    name: '내 노트북',
    bySubId: false,
    isOff: false,
    createdAt: '2026-11-01T00:00:00Z',
    removedAt: null,
    lastSeenAt: '2026-11-20T00:00:00Z',
    isConnected: true,
    isParked: true,
    rxBytes: 1000,
    txBytes: 1000,
  }
  page({ 'GET /services/12': { ...sheet(), devices: [device] } })
  await renderConsole('/console/services/12')

  expect(await screen.findByText('다른 기기가 연결되어 멈춤')).toBeDefined()
})

test('days are previewed, and a press that is sent again has the same key', async () => {
  inShell()
  let tries = 0
  const sent = page({
    'POST /changes/services.extend/preview': aPreview({ title: '이용 기간을 5일 늘립니다' }),
    'POST /changes/services.extend': () => {
      tries += 1
      return tries === 1 ? refuse(409, 'change_stays', '지금은 할 수 없습니다.') : { made: {} }
    },
  })
  await renderConsole('/console/services/12')
  await userEvent.click(await screen.findByRole('button', { name: '이용 기간 연장' }))
  const days = screen.getByLabelText('며칠을 늘릴까요?')
  await userEvent.clear(days)
  await userEvent.type(days, '5')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '장애 보상')
  const button = () => within(screen.getByRole('dialog')).getByRole('button', { name: '이용 기간 연장' })
  await userEvent.click(button())
  expect(await screen.findByText('지금은 할 수 없습니다.')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('사유').value).toBe('장애 보상')
  await userEvent.click(button())

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const pressed = sent
    .filter(({ call }) => call === 'POST /changes/services.extend')
    .map(({ body }) => body as { target: number; wish: { days: number }; key: string })
  expect(pressed.map(({ target, wish }) => [target, wish.days])).toEqual([
    [12, 5],
    [12, 5],
  ])
  expect(pressed[0]?.key).toBe(pressed[1]?.key)
})

test('what cannot be done says why', async () => {
  inShell()
  page({
    'GET /services/12': sheet({
      service: { ...SERVICE, state: 'stopped' },
      whyNot: {
        extend: null,
        stop: '이미 정지한 서비스입니다.',
        restart: null,
        replace: '정지된 서비스입니다.',
        move: '정지된 서비스입니다.',
        cancelMove: null,
      },
    }),
  })
  await renderConsole('/console/services/12')

  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '정지 해제' })).disabled).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'IP 무료 교체' }).disabled).toBe(true)
  expect(screen.getAllByText('정지된 서비스입니다.')).toHaveLength(2)
})
