import { MypageFrame } from '../members'
import { usePageData } from '../pages/use-page-data'
import { ButtonLink } from '../ui/button'
import { Tag } from '../ui/tag'
import { ActAs } from './act-as'
import { Basics } from './basics'
import { Devices } from './devices'
import { Events } from './events'
import { LastSeen } from './last-seen'
import { LinkPart } from './link-part'
import { subId as subIdPage } from './pages'
import { subIdPath, subIdsPath } from './pages-lead-to'
import { turnedIn } from './paths'
import { Rights } from './rights'
import { StateActions } from './state-actions'
import { UsedSessions } from './used-sessions'
import { STATE_WORDS } from './words'

export default function SubIdDetails() {
  const [{ subId, services, sessions, events }, { query }] = usePageData(subIdPage)
  const turned = turnedIn(query)
  const { word, tone } = STATE_WORDS[subId.state]
  const isRemoved = subId.state === 'removed'
  return (
    <MypageFrame title="서브 아이디">
      <ButtonLink to={subIdsPath(1)} kind="text" className="-ml-2">
        서브 아이디 목록
      </ButtonLink>
      <section aria-label={subId.loginId} className="mt-2 mb-8 grid gap-4">
        <div>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="break-all text-title-s">{subId.name}</strong>
            <span className="text-ink-2">{subId.loginId}</span>
            <Tag tone={tone}>{word}</Tag>
          </p>
          <p className="figures mt-1 text-ink-2 text-small">
            <LastSeen of={subId} />
          </p>
        </div>
        {isRemoved ? (
          <p className="max-w-text text-ink-2 text-small">
            삭제한 서브 아이디입니다. 아래 기록은 보관 기간이 끝나면 지워지며, 같은 아이디는 다시 만들 수
            없습니다.
          </p>
        ) : (
          <>
            <StateActions subId={subId} />
            <ActAs subId={subId} />
          </>
        )}
      </section>
      {!isRemoved && (
        <>
          <Basics subId={subId} />
          <LinkPart subId={subId} />
          <Rights
            subId={subId}
            services={services}
            page={turned.services}
            pathOf={(next) => subIdPath(subId.id, { ...turned, services: next })}
          />
          <Devices grants={subId.grants} />
        </>
      )}
      <UsedSessions
        sessions={sessions}
        page={turned.sessions}
        pathOf={(next) => subIdPath(subId.id, { ...turned, sessions: next })}
      />
      <Events
        events={events}
        page={turned.page}
        pathOf={(next) => subIdPath(subId.id, { ...turned, page: next })}
      />
    </MypageFrame>
  )
}
