import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { desk, inShell, listed, renderConsole } from '../testing'

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
  desk({ 'GET /authorities': listed([]) })
  await renderConsole('/console/authorities?register=1')

  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('받은 날'), '2026-11-20')
  await userEvent.type(within(dialog).getByLabelText('기관'), '서울강남경찰서')
  await userEvent.type(within(dialog).getByLabelText('문서번호'), '1')
  await userEvent.type(within(dialog).getByLabelText('요청 내용'), '이용자')
  const register = within(dialog).getByRole<HTMLButtonElement>('button', { name: '등록' })
  expect(register.disabled).toBe(false)
  await userEvent.selectOptions(within(dialog).getByLabelText('구분'), '통신사실확인자료')
  expect(register.disabled).toBe(true)
  await userEvent.type(within(dialog).getByLabelText(/허가서/), '2026-허가-1')
  expect(register.disabled).toBe(false)
})

test('an answer says what was given about how many', async () => {
  const sent = desk({
    'GET /authorities': listed([REQUEST]),
    'GET /authorities/4': REQUEST,
    'POST /authorities/4/answer': REQUEST,
  })
  await renderConsole('/console/authorities?open=4')

  await userEvent.click(await screen.findByRole('button', { name: '회신 적기' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('제공한 자료'), '이름')
  await userEvent.click(within(dialog).getByRole('button', { name: '회신 적기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      outcome: 'given',
      given: '이름',
      peopleGiven: 1,
    }),
  )
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
