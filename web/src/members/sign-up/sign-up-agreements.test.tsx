import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { anAgreement } from '../../../tests/builders'
import { makeQueryClient } from '../../api/queries'
import type { Agreement } from '../../api/types'
import { SignUpAgreements } from './sign-up-agreements'
import type { SignUpValues } from './sign-up-values'

function Form({ agreements }: { agreements: Agreement[] }) {
  return <SignUpAgreements agreements={agreements} form={useForm<SignUpValues>()} />
}

const on = (client: ReturnType<typeof makeQueryClient>, agreements: Agreement[]) => (
  <QueryClientProvider client={client}>
    <Form agreements={agreements} />
  </QueryClientProvider>
)

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a box is empty again once its text is replaced under the form, the others stay ticked', async () => {
  const age = anAgreement({ key: 'age14', title: '만 14세 이상입니다' })
  const client = makeQueryClient()
  const { rerender } = render(on(client, [age, anAgreement({ version: '1' })]))
  await userEvent.click(box('(필수) 만 14세 이상입니다'))
  await userEvent.click(box('(필수) 이용약관 동의'))

  rerender(on(client, [{ ...age }, anAgreement({ version: '2' })]))

  expect(box('(필수) 이용약관 동의').checked).toBe(false)
  expect(box('(필수) 만 14세 이상입니다').checked).toBe(true)
})
