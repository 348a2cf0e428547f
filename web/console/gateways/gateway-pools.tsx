import { CARD_CELL, CARD_HEAD, CARD_ROW, CARD_TABLE, CARD_TITLE } from '../frame/cards'
import type { GatewaySheet } from './queries'

const COUNTS = [
  ['남음', 'free'],
  ['사용 중', 'leased'],
  ['주문 대기', 'held'],
  ['휴지 중', 'resting'],
  ['문제 확인', 'flagged'],
  ['확인 전', 'unproven'],
  ['판매 제외', 'withdrawn'],
] as const

/** What a gateway has of each pool. */
export function GatewayPools({ pools }: { pools: GatewaySheet['pools'] }) {
  if (pools.length === 0)
    return (
      <p className="text-ink-2 text-small">
        아직 센 IP가 없습니다. IP를 등록하면 몇 분 안에 여기에 보입니다.
      </p>
    )
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the table scrolls, and the keyboard must reach it
      tabIndex={0}
      aria-label="풀 표"
      className="overflow-x-auto rounded-card border border-line"
    >
      <table className={`w-full border-collapse text-small ${CARD_TABLE}`}>
        <thead className={`bg-surface text-caption text-ink-2 ${CARD_HEAD}`}>
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              풀
            </th>
            {COUNTS.map(([label]) => (
              <th key={label} scope="col" className="whitespace-nowrap px-3 py-2 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARD_TABLE}>
          {pools.map((pool) => (
            <tr key={pool.code} className={`h-10 border-line border-t first:border-t-0 ${CARD_ROW}`}>
              <th scope="row" className={`whitespace-nowrap px-3 text-left font-medium ${CARD_TITLE}`}>
                {pool.code}{' '}
                <span className="font-normal text-ink-2">
                  {pool.carrier} {pool.region}
                </span>
              </th>
              {COUNTS.map(([label, name]) => (
                <td key={label} data-label={label} className={`figures px-3 text-right ${CARD_CELL}`}>
                  {pool[name].toLocaleString('ko-KR')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
