import { useQuery } from '@tanstack/react-query'
import { figures } from '../../src/korean/money'
import { Link } from '../../src/ui/link'
import { Money } from '../frame/money'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { State } from '../frame/state'
import { todayQuery, type Waiting } from '../frame/waiting'
import { When } from '../frame/when'
import { Opening } from './opening'
import { WAITING } from './words'

/** The first screen: what needs a person, the most urgent first, and the sales of these days. */
export function Component() {
  return (
    <>
      <ScreenHead title="오늘" />
      <Ready query={useQuery(todayQuery)} shape="h-96">
        {({ opening, waiting, sales }) => (
          <div className="grid max-w-[840px] gap-8">
            {opening.length > 0 && <Opening steps={opening} />}
            <Part title="기다리는 일">
              {waiting.length === 0 ? (
                <p className="rounded-card border border-line px-4 py-8 text-center text-ink-2 text-small">
                  지금 기다리는 일이 없습니다. 새로 생기면 여기에 나타납니다.
                </p>
              ) : (
                <ul className="rounded-card border border-line">
                  {waiting.map((each) => (
                    <WaitingLine key={each.kind} waiting={each} />
                  ))}
                </ul>
              )}
            </Part>
            {sales && (
              <Part title="매출" lead="결제에서 환불을 뺀 금액이며 부가세를 포함합니다. 5분마다 집계합니다.">
                <dl className="grid grid-cols-3 gap-4 max-sm:grid-cols-1">
                  {(
                    [
                      ['오늘', sales.today],
                      ['어제', sales.yesterday],
                      ['이번 달', sales.month],
                    ] as const
                  ).map(([label, won]) => (
                    <div key={label} className="rounded-card border border-line px-4 py-3">
                      <dt className="text-caption text-ink-2">{label}</dt>
                      <dd className="text-title-s">
                        <Money won={won} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </Part>
            )}
          </div>
        )}
      </Ready>
    </>
  )
}

function WaitingLine({ waiting: { kind, count, isMore, since } }: { waiting: Waiting }) {
  const { label, todo, path, tone } = WAITING[kind]
  return (
    <li className="border-line border-t first:border-t-0">
      <Link to={path} className="flex items-center gap-4 px-4 py-3 hover:bg-surface">
        <span className="figures w-11 shrink-0 text-right font-semibold text-title-s">
          {figures(count)}
          {isMore && '+'}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-small">
            <State tone={tone}>{label}</State>
          </span>
          <span className="block text-caption text-ink-2">{todo}</span>
        </span>
        <span className="shrink-0 text-right text-caption text-ink-2">
          {since && (
            <>
              <When at={since} />
              부터
            </>
          )}
        </span>
      </Link>
    </li>
  )
}
