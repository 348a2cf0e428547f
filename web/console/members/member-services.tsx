import { useQuery } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { Link } from '../../src/ui/link'
import { stateOf } from '../desk/lists'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { State } from '../frame/state'
import { When } from '../frame/when'

const SHOWN = 10

/** The newest services of a member; all of them stand in the list of services. */
export function MemberServices({ id }: { id: number }) {
  const query = useQuery(consoleQuery(path('/api/v1/console/members/{id}/services', { id, size: SHOWN })))
  return (
    <Ready query={query}>
      {({ items, next }) =>
        items.length === 0 ? (
          <p className="text-ink-2 text-small">아직 산 서비스가 없습니다.</p>
        ) : (
          <div className="grid gap-2 text-small">
            <ul className="grid">
              {items.map(({ id: service, plan, state, endsAt }) => (
                <li
                  key={service}
                  className="flex flex-wrap items-center gap-x-3 border-line border-t py-2 last:border-b"
                >
                  <Link
                    to={`/console/services/${service}`}
                    className="min-w-0 flex-1 underline underline-offset-4"
                  >
                    {plan}
                  </Link>
                  <StateOf state={state} />
                  <span className="text-caption text-ink-2">
                    <When at={endsAt} /> 끝
                  </span>
                </li>
              ))}
            </ul>
            {next !== null && (
              <Link to={`/console/services?member=${id}`} className="underline underline-offset-4">
                모두 보기
              </Link>
            )}
          </div>
        )
      }
    </Ready>
  )
}

function StateOf({ state }: { state: string }) {
  const { word, tone } = stateOf('member-services', 'state', state)
  return <State tone={tone}>{word}</State>
}
