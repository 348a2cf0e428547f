import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Approval } from '../frame/types'
import { anApproval, desk, inShell, listed, refuse, renderConsole } from '../testing'

const at = (approval: Approval) => ({
  'GET /approvals': listed([approval]),
  'GET /approvals/:id': approval,
})

beforeEach(() => {
  inShell()
})

test('a second person sees what will happen and confirms what was seen', async () => {
  const sent = desk({
    ...at(anApproval()),
    'POST /approvals/:id/confirmation': anApproval({ state: 'confirmed' }),
  })
  await renderConsole('/console/approvals?open=7')
  await userEvent.click(await screen.findByRole('button', { name: '확인하고 실행' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByLabelText('인증번호')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: '확인하고 실행' }))

  expect(await screen.findByText('확인했습니다. 변경이 실행되었습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ digest: 'd7' })
})

test('an owner who is alone proves who it is and says why', async () => {
  const sent = desk({
    ...at(anApproval({ mine: true, mayConfirm: false, mayConfirmAlone: true })),
    'POST /approvals/:id/confirmation': anApproval({ state: 'confirmed' }),
  })
  await renderConsole('/console/approvals?open=7')
  await userEvent.click(await screen.findByRole('button', { name: '혼자 확인하고 실행' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('사유'), '혼자 근무')
  await userEvent.type(dialog.getByLabelText('인증번호'), '123456')
  await userEvent.click(dialog.getByRole('button', { name: '확인하고 실행' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      digest: 'd7',
      reason: '혼자 근무',
      code: '123456',
    }),
  )
})

test('whoever may not confirm reads why, and may take back their own', async () => {
  const sent = desk({
    ...at(anApproval({ mine: true, mayConfirm: false, whyNot: '다른 사람이 확인해야 합니다.' })),
    'POST /approvals/:id/withdrawal': anApproval({ state: 'withdrawn' }),
  })
  await renderConsole('/console/approvals?open=7')
  expect(await screen.findByText('다른 사람이 확인해야 합니다.')).toBeDefined()
  expect(screen.queryByRole('button', { name: '확인하고 실행' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: '요청 거두기' }))
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /approvals/:id/withdrawal'))
})

test('a refusal needs a reason', async () => {
  const sent = desk({ ...at(anApproval()), 'POST /approvals/:id/refusal': anApproval({ state: 'refused' }) })
  await renderConsole('/console/approvals?open=7')
  await userEvent.click(await screen.findByRole('button', { name: '거절' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '거절' }).disabled).toBe(true)
  await userEvent.type(dialog.getByLabelText('사유'), '모르는 사람')
  await userEvent.click(dialog.getByRole('button', { name: '거절' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ reason: '모르는 사람' }),
  )
})

test('what is not for these eyes says so in the sheet', async () => {
  desk({
    ...at(anApproval()),
    'GET /approvals/:id': () => refuse(404, 'approval_not_found', '요청을 찾을 수 없습니다.'),
  })
  await renderConsole('/console/approvals?open=8')

  expect(await screen.findByText('요청을 찾을 수 없습니다.')).toBeDefined()
})
