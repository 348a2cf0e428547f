import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { classes } from '../../src/ui/classes'
import { Button } from '../frame/button'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { Rows } from '../frame/rows'
import { When } from '../frame/when'
import type { TextPage } from './queries'

/** The versions of a text, newest first, and what one changed against the version before it. */
export function Versions({ id, versions }: { id: number; versions: TextPage['versions'] }) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <Part title="판">
      <Rows
        items={versions}
        idOf={({ number }) => number}
        title={({ number, title }) => `${number}. ${title}`}
        detail={({ changedAt }) => <When at={changedAt} />}
        actions={({ number }) =>
          number > 1 && (
            <Button
              kind="quiet"
              aria-expanded={open === number}
              onClick={() => setOpen(open === number ? null : number)}
            >
              바뀐 곳
            </Button>
          )
        }
        empty="아직 게시한 판이 없습니다."
      />
      {open !== null && <Difference key={open} id={id} number={open} />}
    </Part>
  )
}

const SIGNS = { same: ' ', new: '+', gone: '−' } as const
const LOOKS = { same: 'text-ink-2', new: 'bg-ok-tint text-ok', gone: 'bg-danger-tint text-danger' } as const

function Difference({ id, number }: { id: number; number: number }) {
  const query = useQuery(
    consoleQuery(path('/api/v1/console/content/texts/{id}/difference', { id, old: number - 1, new: number })),
  )
  return (
    <Ready query={query} shape="h-40">
      {({ lines }) => (
        <section aria-label={`${number}번째 판에서 바뀐 곳`}>
          <ol className="overflow-x-auto rounded-control border border-line py-2 font-mono text-caption">
            {lines.map(({ sign, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a version never change
              <li key={at} className={classes('whitespace-pre-wrap px-3', LOOKS[sign])}>
                <span className="sr-only">
                  {sign === 'new' ? '새 줄 ' : sign === 'gone' ? '없어진 줄 ' : ''}
                </span>
                <span aria-hidden="true">{SIGNS[sign]} </span>
                {text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </Ready>
  )
}
