import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { makeQueryClient } from '../api/queries'
import type { Trouble } from '../api/types'
import { TROUBLES_API } from './paths'
import { Troubles } from './troubles'

const of = (title: string, words: string): Trouble => ({ parts: ['payment'], state: 'down', title, words })

test('what is over is gone, also where two things have the same title', async () => {
  const client = makeQueryClient()
  client.setQueryData([TROUBLES_API], [of('결제 지연', '카드'), of('결제 지연', '계좌이체')])
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Troubles />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(2)

  await act(async () => {
    client.setQueryData([TROUBLES_API], [of('문자 지연', '문자'), of('결제 지연', '계좌이체')])
    // Observers hear of it a turn later.
    await Promise.resolve()
  })

  await screen.findByText('문자 지연')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '문자 지연문자',
    '결제 지연계좌이체',
  ])
})
