import { useQuery } from '@tanstack/react-query'
import { Link } from '../../src/ui/link'
import { CARD_CELL, CARD_HEAD, CARD_ROW, CARD_TABLE, CARD_TITLE } from '../frame/cards'
import { Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { PoolCorrections } from './pool-corrections'
import { PoolCost } from './pool-cost'
import { type Pool, poolsQuery } from './queries'

/** Below this many days somebody should order addresses. */
const SOON = 14

const COUNTS = [
  ['남음', 'free'],
  ['사용 중', 'leased'],
  ['주문 대기', 'held'],
  ['휴지 중', 'resting'],
  ['문제 확인', 'flagged'],
  ['확인 전', 'unproven'],
] as const

/** How full each pool is, and how long it lasts at the present pace; what runs dry first stands first. */
export function Component() {
  const query = useQuery(poolsQuery)
  return (
    <>
      <ScreenHead title="풀" />
      <p className="mb-3 text-ink-2 text-small">
        남은 날은 남은 IP를 지난 14일 동안 하루에 늘어난 사용 수로 나눈 것입니다. 몇 분마다 셉니다.
      </p>
      <Ready query={query} shape="h-60">
        {({ items }) =>
          items.length === 0 ? (
            <p className="rounded-card border border-line px-4 py-12 text-center text-ink-2 text-small">
              아직 센 풀이 없습니다. IP를 등록하면 몇 분 안에 여기에 보입니다.
            </p>
          ) : (
            <PoolTable items={items} />
          )
        }
      </Ready>
    </>
  )
}

function PoolTable({ items }: { items: Pool[] }) {
  const seesCosts = useMay()('numbers.view')
  // A pool stands once for each of its gateways.
  const pools = [...new Map(items.map(({ pool }) => [pool.id, pool])).values()]
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the table scrolls, and the keyboard must reach it
      tabIndex={0}
      aria-label="풀 표"
      className="overflow-x-auto rounded-card border border-line"
    >
      <table aria-label="풀" className={`w-full border-collapse text-small ${CARD_TABLE}`}>
        <thead className={`bg-surface text-caption text-ink-2 ${CARD_HEAD}`}>
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              풀
            </th>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              남은 날
            </th>
            {COUNTS.map(([label]) => (
              <th key={label} scope="col" className="whitespace-nowrap px-3 py-2 text-right font-medium">
                {label}
              </th>
            ))}
            <th scope="col" className="whitespace-nowrap px-3 py-2 text-right font-medium">
              하루 증가
            </th>
            {seesCosts && (
              <th scope="col" className="whitespace-nowrap px-3 py-2 text-right font-medium">
                IP 한 달 원가
              </th>
            )}
            <th scope="col" className="whitespace-nowrap px-3 py-2 text-left font-medium">
              센 때
            </th>
          </tr>
        </thead>
        <tbody className={CARD_TABLE}>
          {items.map((line) => (
            <Line
              key={`${line.pool.id}-${line.gateway.id}`}
              line={line}
              others={pools.filter(({ id }) => id !== line.pool.id)}
              seesCosts={seesCosts}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LineProps {
  line: Pool
  others: Pool['pool'][]
  seesCosts: boolean
}

function Line({ line, others, seesCosts }: LineProps) {
  const { pool, gateway, plans, netPerDay, countedAt } = line
  return (
    <tr className={`border-line border-t align-top first:border-t-0 hover:bg-surface ${CARD_ROW}`}>
      <th scope="row" className={`px-3 py-2 text-left font-medium ${CARD_TITLE}`}>
        <Link
          to={`/console/addresses?pool=${pool.id}&gateway=${gateway.id}`}
          className="underline decoration-line underline-offset-4"
        >
          {pool.code}
        </Link>
        <span className="block font-normal sm:whitespace-nowrap text-caption text-ink-2">
          {pool.carrier} {pool.region} · {gateway.name}
          {plans.length > 0 && ` · ${plans.join(', ')}`}
        </span>
        <PoolCorrections pool={pool} others={others} />
      </th>
      <td data-label="남은 날" className={`whitespace-nowrap px-3 py-2 ${CARD_CELL}`}>
        <DaysLeft line={line} />
      </td>
      {COUNTS.map(([label, name]) => (
        <td key={label} data-label={label} className={`figures px-3 py-2 text-right ${CARD_CELL}`}>
          {line[name].toLocaleString('ko-KR')}
        </td>
      ))}
      <td data-label="하루 증가" className={`figures px-3 py-2 text-right ${CARD_CELL}`}>
        {netPerDay === null ? '–' : netPerDay.toLocaleString('ko-KR', { maximumFractionDigits: 1 })}
      </td>
      {seesCosts && (
        <td data-label="IP 한 달 원가" className={`px-3 py-2 text-right ${CARD_CELL}`}>
          <span>
            <PoolCost pool={pool.id} />
          </span>
        </td>
      )}
      <td data-label="센 때" className={`px-3 py-2 ${CARD_CELL}`}>
        <When at={countedAt} />
      </td>
    </tr>
  )
}

function DaysLeft({ line: { daysLeft, netPerDay, free } }: { line: Pool }) {
  if (free === 0) return <State tone="danger">없음</State>
  if (daysLeft !== null) {
    const days = `${Math.floor(daysLeft).toLocaleString('ko-KR')}일`
    return <State tone={daysLeft < SOON ? 'warn' : 'ok'}>{days}</State>
  }
  return <span className="text-ink-2">{netPerDay === null ? '아직 모름' : '줄지 않음'}</span>
}
