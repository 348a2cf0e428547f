import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../src/ui/link'
import { Button } from '../frame/button'
import { Part, Ready } from '../frame/part'
import { listQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { Timeline } from '../frame/timeline'
import { Changes } from './changes'
import { difference } from './difference'
import { authorOf, type Entry } from './entry'
import { useActionWord } from './words'

const PATH = '/api/v1/console/record'
const SIZE = '10'

interface ObjectRecordProps {
  /** As the record calls it: `member`, `order`, `subscription` … */
  kind: string
  id: string | number
}

/** What staff did to one object, newest first, under the object's page. Nothing without the permission to read the record. */
export function ObjectRecord(props: ObjectRecordProps) {
  const may = useMay()
  return may('record.view') && <Pages key={`${props.kind} ${props.id}`} {...props} />
}

function Pages({ kind, id }: ObjectRecordProps) {
  // The cursors that led here, so that there is a way back.
  const [way, setWay] = useState<string[]>([])
  const object = new URLSearchParams({ object: kind, objectId: String(id) })
  const sent = new URLSearchParams(object)
  sent.set('size', SIZE)
  const after = way.at(-1)
  if (after) sent.set('after', after)
  const query = useQuery(listQuery<Entry>(PATH, sent.toString()))
  const wordOf = useActionWord()

  return (
    <Part
      title="기록"
      actions={
        <Link
          to={`/console/record?${object}`}
          className="text-caption text-ink-2 underline underline-offset-4"
        >
          기록에서 보기
        </Link>
      }
    >
      <Ready query={query}>
        {({ items, next }) => (
          <div className="grid gap-3" aria-busy={query.isPlaceholderData}>
            <Timeline
              items={items.map((entry) => happened(entry, wordOf))}
              empty="직원이 바꾼 것이 아직 없습니다."
            />
            {(way.length > 0 || next !== null) && (
              <nav aria-label="기록의 쪽" className="flex justify-end gap-2">
                <Button
                  kind="quiet"
                  disabled={way.length === 0}
                  onClick={() => setWay((before) => before.slice(0, -1))}
                >
                  이전
                </Button>
                <Button
                  kind="quiet"
                  disabled={next === null}
                  onClick={() => next !== null && setWay((before) => [...before, next])}
                >
                  다음
                </Button>
              </nav>
            )}
          </div>
        )}
      </Ready>
    </Part>
  )
}

function happened(entry: Entry, wordOf: (action: string) => string) {
  const { index, at, action, reason, alone, before, after } = entry
  return {
    id: index,
    at,
    title: wordOf(action),
    by: [authorOf(entry), alone && '혼자 확인'].filter(Boolean).join(' · '),
    detail: (
      <>
        {reason && <p className="whitespace-pre-line break-words">{reason}</p>}
        {difference(before, after).length > 0 && (
          <details className="mt-1">
            <summary className="cursor-pointer text-caption text-ink-2">바뀐 것</summary>
            <Changes before={before} after={after} />
          </details>
        )}
      </>
    ),
  }
}
