import { useQuery } from '@tanstack/react-query'
import { Link } from '../../src/ui/link'
import { Ready } from '../frame/part'
import { listQuery } from '../frame/queries'
import { Timeline } from '../frame/timeline'
import { authorOf, type Entry } from '../record/entry'
import { useActionWord } from '../record/words'

/** What staff did with it, newest first. */
export function SubscriptionRecord({ id }: { id: number }) {
  const wordOf = useActionWord()
  const of = `object=subscription&objectId=${id}`
  return (
    <Ready query={useQuery(listQuery<Entry>('/api/v1/console/record', of))}>
      {({ items, next }) => (
        <div className="grid gap-2">
          <Timeline
            items={items.map((entry) => ({
              id: entry.index,
              at: entry.at,
              title: wordOf(entry.action),
              by: authorOf(entry),
              detail: entry.reason,
            }))}
            empty="아직 직원이 처리한 일이 없습니다."
          />
          {next !== null && (
            <Link to={`/console/record?${of}`} className="text-small underline underline-offset-4">
              모두 보기
            </Link>
          )}
        </div>
      )}
    </Ready>
  )
}
