import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, desk, inShell, renderConsole } from '../testing'

const INCIDENT = {
  id: 5,
  kind: 'outage',
  title: '서울 게이트웨이 장애',
  what: '한 시간 동안 연결되지 않았습니다.',
  noticedAt: '2026-11-25T00:00:00Z',
  confirmedAt: '2026-11-25T00:00:00Z',
  audience: '게이트웨이 seoul-1 이용 중',
  affected: 12,
  closedAt: null,
  dueAt: null,
  madeBy: '김운영',
  madeAt: '2026-11-25T00:10:00Z',
}
const PAGE = {
  incident: INCIDENT,
  clocks: [],
  steps: [],
  texts: { membersSubject: '서비스 장애 안내', membersBody: '죄송합니다.', authorityBody: '' },
  notice: null,
  noticeDraft: null,
}

beforeEach(() => {
  inShell()
})

test('an outage is made good by one press, after the sum was shown', async () => {
  const sent = desk({
    'GET /incidents/5': PAGE,
    'POST /changes/incidents.credit/preview': aPreview({
      rows: [{ label: '합계', value: '36일' }],
      digest: 'c1',
    }),
    'POST /changes/incidents.credit': { made: { runId: 1, broadcastId: 2 } },
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
  })
  await renderConsole('/console/incidents/5')

  await userEvent.click(await screen.findByRole('button', { name: '기간 보상하고 알리기' }))
  await userEvent.click(await screen.findByRole('button', { name: '미리 보기' }))
  await screen.findByText('36일')
  await userEvent.type(screen.getByLabelText('사유'), '장애 보상')
  await userEvent.click(screen.getByRole('button', { name: '3일씩 보상하고 알리기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/incidents.credit')?.body).toMatchObject({
      target: 5,
      wish: { days: 3, subject: '서비스 장애에 대한 보상 안내' },
      digest: 'c1',
      reason: '장애 보상',
    }),
  )
})

test('a leak says until when whom to tell, and whether it was done', async () => {
  desk({
    'GET /incidents/5': {
      ...PAGE,
      incident: { ...INCIDENT, kind: 'leak', confirmedAt: null, dueAt: '2020-01-01T00:00:00Z' },
      clocks: [
        { name: 'authority', law: '유출 신고 72시간', dueAt: '2020-01-01T00:00:00Z', doneAt: null },
        {
          name: 'members',
          law: '회원 통지 72시간',
          dueAt: '2020-01-01T00:00:00Z',
          doneAt: '2019-12-31T00:00:00Z',
        },
      ],
    },
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
  })
  await renderConsole('/console/incidents/5')

  const late = (await screen.findByText('유출 신고 72시간')).closest('li') as HTMLElement
  within(late).getByText('기한이 지났습니다')
  const done = screen.getByText('회원 통지 72시간').closest('li') as HTMLElement
  expect(done.textContent).toContain('에 함')
})

const LEAK = {
  ...PAGE,
  incident: { ...INCIDENT, kind: 'leak' },
  texts: { ...PAGE.texts, membersSubject: '개인정보 유출 안내' },
  noticeDraft: '회원 일부의 개인정보가 유출되었습니다.',
}

test('a leak is put on the site by one press, after its end was shown', async () => {
  const notice = {
    path: '/support/notice/incident-5',
    begunAt: '2026-11-26T01:00:00Z',
    endsAt: '2026-12-26T15:00:00Z',
    endedAt: null,
    isShown: true,
  }
  let page: object = LEAK
  const sent = desk({
    'GET /incidents/5': () => page,
    'POST /changes/incidents.notice/preview': aPreview({
      rows: [{ label: '끝', value: '2026.12.26까지' }],
      digest: 'n1',
    }),
    'POST /changes/incidents.notice': () => {
      page = { ...LEAK, notice }
      return { made: {} }
    },
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
  })
  await renderConsole('/console/incidents/5')

  await userEvent.click(await screen.findByRole('button', { name: '홈페이지에 30일 공지' }))
  await userEvent.click(await screen.findByRole('button', { name: '미리 보기' }))
  await screen.findByText('2026.12.26까지')
  await userEvent.type(screen.getByLabelText('사유'), '연락되지 않는 회원')
  await userEvent.click(screen.getByRole('button', { name: '공지 올리기' }))

  expect(await screen.findByText('공지 중')).toBeDefined()
  expect(screen.getByRole('link', { name: /공지 보기/ }).getAttribute('href')).toBe(notice.path)
  expect(screen.queryByRole('button', { name: '홈페이지에 30일 공지' })).toBeNull()
  expect(sent.find(({ call }) => call === 'POST /changes/incidents.notice')?.body).toMatchObject({
    target: 5,
    wish: { title: '개인정보 유출 안내', body: LEAK.noticeDraft },
    digest: 'n1',
    reason: '연락되지 않는 회원',
  })
})

test('a notice that somebody took down too early is pointed out and can be put up again', async () => {
  desk({
    'GET /incidents/5': {
      ...LEAK,
      notice: {
        path: '/support/notice/incident-5',
        begunAt: '2026-11-26T01:00:00Z',
        endsAt: '2026-12-26T15:00:00Z',
        endedAt: null,
        isShown: false,
      },
    },
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
  })
  await renderConsole('/console/incidents/5')

  expect(await screen.findByText('기간 전에 내려짐')).toBeDefined()
  expect(screen.getByRole('button', { name: '홈페이지에 30일 공지' })).toBeDefined()
})

test('a notice is looked at only after its brackets were filled, and the first of them is at hand', async () => {
  desk({
    'GET /incidents/5': { ...LEAK, noticeDraft: '항목: [직접 적어 주세요]' },
    'POST /changes/incidents.notice/preview': aPreview({ rows: [{ label: '끝', value: '2026.12.26까지' }] }),
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
  })
  await renderConsole('/console/incidents/5')
  await userEvent.click(await screen.findByRole('button', { name: '홈페이지에 30일 공지' }))
  await userEvent.click(await screen.findByRole('button', { name: '미리 보기' }))
  expect(await screen.findByText('[직접 적어 주세요]라고 된 곳을 채워 주세요.')).toBeDefined()

  await userEvent.keyboard('이메일')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '내용' }).value).toBe('항목: 이메일')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))

  expect(await screen.findByText('2026.12.26까지')).toBeDefined()
})

test('a new incident begins with this moment in Seoul, and its page opens', async () => {
  const sent = desk({
    'GET /incidents': { items: [], next: null, count: 0, countIsMore: false },
    'GET /incidents/5': PAGE,
    'GET /plans': { items: [] },
    'GET /gateways': { items: [] },
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
    'POST /changes/incidents.begin/preview': aPreview(),
    'POST /changes/incidents.begin': { made: { id: 5 } },
  })
  const { address } = await renderConsole('/console/incidents?begin=1')
  await userEvent.type(await screen.findByLabelText('제목'), '첨부 파일 노출')
  await userEvent.type(screen.getByLabelText('무슨 일인지'), '파일을 볼 수 있었습니다.')
  await userEvent.selectOptions(screen.getByLabelText('종류'), 'outage')
  expect(screen.queryByRole('checkbox', { name: /사실로 확인/ })).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('종류'), 'leak')
  await userEvent.click(screen.getByRole('checkbox', { name: /사실로 확인/ }))
  await userEvent.selectOptions(screen.getByLabelText('서비스'), 'service')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '신고를 받음')
  await userEvent.click(screen.getByRole('button', { name: '사고 기록' }))

  await waitFor(() => expect(address()).toBe('/console/incidents/5'))
  const press = sent.find(({ call }) => call === 'POST /changes/incidents.begin')?.body
  expect(press).toMatchObject({
    target: null,
    wish: {
      kind: 'leak',
      isConfirmed: true,
      title: '첨부 파일 노출',
      noticedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+09:00$/),
      audience: { holds: 'service' },
    },
  })
})

test('a step is written by one press, without a preview', async () => {
  const sent = desk({
    'GET /incidents/5': PAGE,
    'GET /record': { items: [], next: null, count: 0, countIsMore: false },
    'POST /changes/incidents.step': { made: {} },
  })
  await renderConsole('/console/incidents/5')
  await userEvent.click(await screen.findByRole('button', { name: '한 일 적기' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toHaveLength(3)
  await userEvent.type(dialog.getByLabelText('내용'), '재시작했습니다.')
  await userEvent.click(dialog.getByRole('button', { name: '한 일 적기' }))

  expect(await screen.findByText('한 일을 적었습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /changes/incidents.step')?.body).toMatchObject({
    target: 5,
    wish: { kind: 'fact', body: '재시작했습니다.' },
  })
})
