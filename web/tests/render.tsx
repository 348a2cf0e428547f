import { act, type RenderResult, render, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { makeQueryClient } from '../src/api/queries'
import { App } from '../src/app'
import { clientPages } from '../src/client-pages'
import { memberQuery } from '../src/members'
import { SIGNED_OUT } from '../src/members/paths'
import { pageAt, subjectOf } from '../src/routing'
import { configQuery } from '../src/site'
import { NOT_FOUND } from '../src/site/pages'
import { MemoryRouter } from './memory-router'

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** The app's current path and query. */
export const address = () => screen.getByLabelText('address').textContent

/** Renders the whole app at this address, started as the browser starts it, against the fake shop of `shop.ts`. */
export async function renderAt(path: string): Promise<RenderResult> {
  const client = makeQueryClient((isPageThere) => {
    if (dispatchEvent(new CustomEvent(SIGNED_OUT, { cancelable: true, detail: isPageThere })))
      client.setQueryData(memberQuery.queryKey, null)
  })
  const pages = clientPages(client)
  const [pathname = '', search] = path.split('#', 1).join().split('?')
  const config = await client.query(configQuery)
  const query = new URLSearchParams(search)
  // The document says who is logged in before anything is asked for.
  const route = pageAt(pathname, config, await client.query(memberQuery))
  await pages.awaited(route, query)?.catch(() => undefined)
  // A missing subject is drawn as the not-found page, whose code must be loaded as well.
  if (client.getQueryData([subjectOf(route, query)]) === null) await pages.awaited(NOT_FOUND, query)
  return await act(async () =>
    render(
      <MemoryRouter entries={[path]}>
        <App client={client} pages={pages} />
        <Address />
      </MemoryRouter>,
    ),
  )
}
