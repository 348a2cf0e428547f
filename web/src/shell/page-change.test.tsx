import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { makeQueryClient } from '../api/queries'
import type { SiteConfig } from '../api/types'
import { memberQuery } from '../members'
import { usePageChange } from './page-change'

const CONFIG = { siteNm: '이음' } as SiteConfig

/** A page inside the frame; its data comes once the frame has asked for the title. */
function Page() {
  useQueryClient().setQueryData(['/api/v1/notices/late'], { title: '늦은 글' })
  return null
}

function Frame() {
  usePageChange(CONFIG)
  return <Page />
}

test('a page whose data comes while it is drawn has its own title', async () => {
  const client = makeQueryClient(() => undefined)
  client.setQueryData(memberQuery.queryKey, null)

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/support/notice/late']}>
        <Frame />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  await waitFor(() => expect(document.title).toBe('이음 | 늦은 글'))
})
