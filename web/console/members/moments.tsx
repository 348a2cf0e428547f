import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classes } from '../../src/ui/classes'
import { Link } from '../../src/ui/link'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { Button } from '../frame/button'
import { Money } from '../frame/money'
import { Ready } from '../frame/part'
import { Timeline } from '../frame/timeline'
import { type Kind, type Moment, momentsQuery } from './queries'
import { pageOf, TABS } from './words'

const TAB =
  'inline-flex min-h-9 items-center whitespace-nowrap border-b-2 px-2 text-small hover:text-ink max-sm:min-h-11'

/** Everything that happened to a member, newest first, or one kind of it. The address keeps which. */
export function Moments({ id, kinds }: { id: number; kinds: Kind[] }) {
  const query = useQueryString()
  const navigate = useNavigate()
  const tabs = TABS.filter((tab) => tab.kinds.some((kind) => kinds.includes(kind)))
  const open = tabs.find(({ name }) => name === query.get('tab'))
  const show = (tab: string | undefined) =>
    navigate(`/console/members/${id}${tab ? `?tab=${tab}` : ''}`, { replace: true })
  return (
    <div className="grid min-w-0 gap-4">
      <nav aria-label="흐름의 종류" className="flex gap-1 overflow-x-auto border-line border-b">
        {[undefined, ...tabs].map((tab) => (
          <button
            key={tab?.name ?? ''}
            type="button"
            aria-current={tab === open ? 'true' : undefined}
            onClick={() => show(tab?.name)}
            className={classes(
              TAB,
              tab === open ? 'border-ink font-semibold' : 'border-transparent text-ink-2',
            )}
          >
            {tab?.label ?? '전체'}
          </button>
        ))}
      </nav>
      <Pages key={open?.name ?? ''} id={id} kinds={open?.kinds ?? []} />
    </div>
  )
}

/** The pages that were asked for so far, one below the other. */
function Pages({ id, kinds }: { id: number; kinds: Kind[] }) {
  const [cursors, setCursors] = useState<(string | null)[]>([null])
  return (
    <div>
      {cursors.map((cursor, at) => (
        <Page
          key={cursor ?? ''}
          {...{ id, kinds, cursor }}
          onMore={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </div>
  )
}

interface PageProps {
  id: number
  kinds: Kind[]
  cursor: string | null
  /** Of the last page alone. */
  onMore: ((next: string) => void) | undefined
}

function Page({ id, kinds, cursor, onMore }: PageProps) {
  return (
    <Ready query={useQuery(momentsQuery(id, kinds, cursor))} shape="h-60">
      {({ items, next }) => (
        <div className="pb-4">
          <Timeline items={items.map(happened)} />
          {next !== null && onMore && (
            <Button kind="quiet" className="mt-2" onClick={() => onMore(next)}>
              더 오래된 것 보기
            </Button>
          )}
        </div>
      )}
    </Ready>
  )
}

function happened({ key, at, title, text, amount, by, link }: Moment) {
  const page = pageOf(link)
  return {
    id: key,
    at,
    title: (
      <span className="inline-flex flex-wrap gap-x-2">
        {page ? (
          <Link to={page} className="underline decoration-line underline-offset-4">
            {title}
          </Link>
        ) : (
          title
        )}
        {amount !== null && <Money won={amount} />}
      </span>
    ),
    by,
    detail: text && <Words text={text} />,
  }
}

const LONG = 160

/** A long text opens when somebody wants to read it. */
function Words({ text }: { text: string }) {
  if (text.length <= LONG && !text.includes('\n')) return <p className="text-ink-2">{text}</p>
  const [first = ''] = text.trim().split('\n')
  return (
    <details className="text-ink-2">
      <summary className="cursor-pointer py-1 underline decoration-line underline-offset-4 hover:text-ink">
        {first.slice(0, LONG)}…
      </summary>
      <p className="whitespace-pre-line break-words border-line border-l-2 pl-3">{text.trim()}</p>
    </details>
  )
}
