import { useQuery } from '@tanstack/react-query'
import { Link } from '../../src/ui/link'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { Button } from '../frame/button'
import { CARD_CELL, CARD_HEAD, CARD_ROW, CARD_TABLE, CARD_TITLE } from '../frame/cards'
import { Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { NewGateway } from './new-gateway'
import { type Gateway, gatewaysQuery, STATES, troubleOf } from './queries'

/** Every gateway; the server puts those that need somebody first. */
export function Component() {
  const query = useQuery(gatewaysQuery)
  const may = useMay()
  const address = useQueryString()
  const navigate = useNavigate()
  return (
    <>
      <ScreenHead title="게이트웨이" {...(query.data && { count: `${query.data.items.length}대` })}>
        {may('gateways.change') && (
          <Button onClick={() => navigate('/console/gateways?new=1')}>게이트웨이 등록</Button>
        )}
      </ScreenHead>
      <Ready query={query} shape="h-60">
        {({ items }) =>
          items.length === 0 ? (
            <p className="rounded-card border border-line px-4 py-12 text-center text-ink-2 text-small">
              아직 게이트웨이가 없습니다. 등록하면 호스트에서 한 번 쓸 코드를 드립니다.
            </p>
          ) : (
            <GatewayTable items={items} />
          )
        }
      </Ready>
      {address.get('new') && may('gateways.change') && (
        <NewGateway onClose={() => navigate('/console/gateways', { replace: true })} />
      )}
    </>
  )
}

const HEADS = ['이름', '상태', '살펴볼 것', '마지막 연락', 'IP', '사용 중', '남음', '버전']

function GatewayTable({ items }: { items: Gateway[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the table scrolls, and the keyboard must reach it
      tabIndex={0}
      aria-label="게이트웨이 표"
      className="overflow-x-auto rounded-card border border-line"
    >
      <table aria-label="게이트웨이" className={`w-full border-collapse text-small ${CARD_TABLE}`}>
        <thead className={`bg-surface text-left text-caption text-ink-2 ${CARD_HEAD}`}>
          <tr>
            {HEADS.map((label, at) => (
              <th
                key={label}
                scope="col"
                className={`whitespace-nowrap px-3 py-2 font-medium ${at >= 4 && at <= 6 ? 'text-right' : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARD_TABLE}>
          {items.map((gateway) => (
            <Line key={gateway.id} gateway={gateway} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ gateway }: { gateway: Gateway }) {
  const { id, name, endpoint, state, lastSeenAt, addresses, leased, free, agent, isEvacuated } = gateway
  const trouble = troubleOf(gateway)
  return (
    <tr className={`h-10 border-line border-t align-top first:border-t-0 hover:bg-surface ${CARD_ROW}`}>
      <th scope="row" className={`whitespace-nowrap px-3 py-2 text-left font-medium ${CARD_TITLE}`}>
        <Link to={`/console/gateways/${id}`} className="underline decoration-line underline-offset-4">
          {name}
        </Link>
        <span className="figures block font-normal text-caption text-ink-2">{endpoint}</span>
      </th>
      <td data-label="상태" className={`px-3 py-2 ${CARD_CELL}`}>
        <div>
          <State tone={STATES[state].tone}>{STATES[state].word}</State>
          {isEvacuated && <span className="block text-caption text-ink-2">대피 중</span>}
        </div>
      </td>
      <td data-label="살펴볼 것" className={`min-w-40 px-3 py-2 ${CARD_CELL}`}>
        {trouble ?? <span className="text-ink-3">없음</span>}
      </td>
      <td data-label="마지막 연락" className={`px-3 py-2 ${CARD_CELL}`}>
        <When at={lastSeenAt} empty="연락 없음" />
      </td>
      {Object.entries({ IP: addresses, '사용 중': leased, 남음: free }).map(([label, count]) => (
        <td key={label} data-label={label} className={`figures px-3 py-2 text-right ${CARD_CELL}`}>
          {count.toLocaleString('ko-KR')}
        </td>
      ))}
      <td data-label="버전" className={`figures whitespace-nowrap px-3 py-2 text-caption ${CARD_CELL}`}>
        {agent || '–'}
      </td>
    </tr>
  )
}
