import type { SubId } from '../api/types'
import { dayAndTime, plainDay } from '../korean/dates'
import { Link } from '../ui/link'
import { Tag } from '../ui/tag'
import { LastSeen } from './last-seen'
import { subIdPath } from './pages-lead-to'
import { STATE_WORDS } from './words'

const MOST_SERVICES = 4

/** One sub-id of the list. Its name links to its page. */
export function SubIdRow({ subId }: { subId: SubId }) {
  const { id, loginId, name, state, lastDay } = subId
  const { word, tone } = STATE_WORDS[state]
  return (
    <li className="grid gap-1 rounded-card border border-line p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="min-w-0 text-body">
          <Link
            to={subIdPath(id)}
            className="inline-flex min-h-11 flex-wrap items-center gap-x-2 break-all decoration-line underline-offset-4 hover:underline"
          >
            {name} <span className="font-medium text-ink-2">{loginId}</span>
          </Link>
        </h2>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <p className="figures text-ink-2 text-small">
        <LastSeen of={subId} />
        {lastDay && ` · ${plainDay(lastDay)}까지 사용`}
      </p>
      <Services services={subId.services} />
      {state === 'invited' && <LinkNote link={subId.link} />}
    </li>
  )
}

function Services({ services }: Pick<SubId, 'services'>) {
  if (services.length === 0) return <p className="text-ink-2 text-small">이용할 수 있는 상품이 없습니다.</p>
  const rest = services.length - MOST_SERVICES
  return (
    <ul aria-label="이용하는 상품" className="figures flex flex-wrap gap-x-4 gap-y-1 text-small">
      {services.slice(0, MOST_SERVICES).map(({ id, planName, address }) => (
        <li key={id}>
          <span className="text-ink-2">{planName}</span>{' '}
          {address && (
            <span translate="no" className="address">
              {address}
            </span>
          )}
        </li>
      ))}
      {rest > 0 && <li className="text-ink-2">외 {rest}개</li>}
    </ul>
  )
}

function LinkNote({ link }: Pick<SubId, 'link'>) {
  if (!link)
    return (
      <p className="text-small text-warn">링크의 유효 기간이 지났습니다. 새 링크를 만들어 보내 주세요.</p>
    )
  return (
    <p className="figures text-caption text-ink-2">
      링크 {dayAndTime(link.expiresAt)}까지 ·{' '}
      {link.openedAt ? `${dayAndTime(link.openedAt)}에 열어 봄` : '아직 열어 보지 않음'}
    </p>
  )
}
