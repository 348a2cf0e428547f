import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, renderConsole } from '../testing'

const REQUEST = {
  id: 4,
  receivedOn: '2026-11-20',
  branch: 'police',
  authority: '서울강남경찰서',
  documentNumber: '수사과-1234',
  kind: 'subscriber',
  permitNumber: '',
  asked: '211.234.56.78의 이용자',
  peopleAsked: 1,
  registeredBy: '김운영',
  registeredAt: '2026-11-20T01:00:00Z',
  outcome: null,
  given: '',
  peopleGiven: null,
  answeredBy: null,
  answeredAt: null,
  voidReason: null,
}

beforeEach(() => {
  inShell()
})

test('data by a court permit cannot be registered without the number of the permit', async () => {
  const sent = desk({
    'GET /authorities': listed([]),
    'POST /changes/authorities.register': { made: { id: 5 } },
  })
  await renderConsole('/console/authorities?register=1')

  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('받은 날'), '2026-11-20')
  await userEvent.type(within(dialog).getByLabelText('기관'), '서울강남경찰서')
  await userEvent.type(within(dialog).getByLabelText('문서번호'), '1')
  await userEvent.type(within(dialog).getByLabelText('요청 내용'), '이용자')
  const register = within(dialog).getByRole('button', { name: '수사기관 요청 등록' })
  await userEvent.selectOptions(within(dialog).getByLabelText('구분'), 'records')
  await userEvent.click(register)
  expect(await within(dialog).findByText('법원 허가서나 영장의 번호를 적어 주세요.')).toBeDefined()
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await userEvent.type(within(dialog).getByLabelText(/허가서/), '2026-허가-1')
  await userEvent.click(register)

  expect(await screen.findByText('요청을 등록했습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
    target: null,
    wish: {
      receivedOn: '2026-11-20',
      branch: 'police',
      authority: '서울강남경찰서',
      documentNumber: '1',
      kind: 'records',
      permitNumber: '2026-허가-1',
      asked: '이용자',
      peopleAsked: 1,
    },
  })
})

test('an answer says what was given about how many', async () => {
  const sent = desk({
    'GET /authorities': listed([REQUEST]),
    'GET /authorities/4': REQUEST,
    'POST /changes/authorities.answer': { made: {} },
  })
  await renderConsole('/console/authorities?open=4')

  await userEvent.click(await screen.findByRole('button', { name: '회신 적기' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('제공한 자료'), '이름')
  await userEvent.click(within(dialog).getByRole('button', { name: '회신 적기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      target: 4,
      wish: { outcome: 'given', given: '이름', peopleGiven: 1 },
    }),
  )
})

test('what was not given was given about nobody', async () => {
  const sent = desk({
    'GET /authorities': listed([REQUEST]),
    'GET /authorities/4': REQUEST,
    'POST /changes/authorities.answer': { made: {} },
  })
  await renderConsole('/console/authorities?open=4')
  await userEvent.click(await screen.findByRole('button', { name: '회신 적기' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('결과'), 'refused')
  expect(dialog.queryByLabelText('제공 인원')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: '회신 적기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      target: 4,
      wish: { outcome: 'refused' },
      key: expect.any(String),
    }),
  )
})

test('an entry is marked as wrong with a reason', async () => {
  const sent = desk({
    'GET /authorities': listed([REQUEST]),
    'GET /authorities/4': REQUEST,
    'POST /changes/authorities.void/preview': aPreview(),
    'POST /changes/authorities.void': { made: {} },
  })
  await renderConsole('/console/authorities?open=4')
  await userEvent.click(await screen.findByRole('button', { name: '무효로 하기' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('사유'), '잘못 등록')
  await userEvent.click(dialog.getByRole('button', { name: '무효로 하기' }))

  expect(await screen.findByText('무효로 했습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /changes/authorities.void')?.body).toMatchObject({
    target: 4,
    reason: '잘못 등록',
  })
})

test('the report of half a year shows counts in words', async () => {
  desk({
    'GET /authorities': listed([REQUEST]),
    'GET /authorities/report': {
      half: '2026-2',
      lines: [
        {
          branch: 'police',
          kind: 'subscriber',
          documents: 2,
          peopleAsked: 4,
          answered: 1,
          peopleGiven: 1,
          waiting: 1,
        },
      ],
    },
  })
  await renderConsole('/console/authorities')

  await userEvent.click(await screen.findByRole('button', { name: '반기 보고' }))

  const table = await screen.findByRole('table', { name: /요청과 회신/ })
  expect(within(table).getByRole('rowheader').textContent).toBe('경찰')
})
