import { plainDay } from '../../korean/dates'
import { usePageData } from '../../pages/use-page-data'
import { EmptyState } from '../../ui/empty-state'
import { FactRows } from '../../ui/fact-rows'
import { Pagination } from '../../ui/pagination'
import { MypageFrame } from '../mypage-frame'
import { activity } from '../pages'
import { activityPath } from '../paths'
import { EventList } from './event-list'
import { BY } from './words'

/** What this sub-id is, and what its owner and it itself did with it. */
export default function ActivityPage() {
  const [{ own, events }, { page }] = usePageData(activity)
  return (
    <MypageFrame title="활동 기록">
      <section aria-label="서브 아이디" className="max-w-form rounded-card border border-line p-5">
        <FactRows
          rows={[
            { name: '아이디', value: own.loginId },
            { name: '이름', value: <span className="break-words">{own.name}</span> },
            { name: '만든 회원', value: own.ownerName },
            { name: '사용 기간', value: own.lastDay ? `${plainDay(own.lastDay)}까지` : '정해진 기한 없음' },
          ]}
        />
      </section>
      <p className="mt-6 max-w-prose text-ink-2 text-small">
        만든 회원은 이 서브 아이디의 기기, 접속 시각, 데이터의 양, 배정된 IP를 볼 수 있고, 화면을 읽기
        전용으로 열어 보면 아래에 남습니다. 접속한 기기의 IP와 비밀번호는 볼 수 없습니다.
      </p>
      <section aria-labelledby="events" className="mt-10 grid gap-4">
        <h2 id="events" className="text-lead">
          기록
        </h2>
        {events.items.length === 0 ? (
          <EmptyState>
            {events.total === 0 ? '아직 기록이 없습니다.' : '이 페이지에는 기록이 없습니다.'}
          </EmptyState>
        ) : (
          <EventList events={events.items} by={BY} />
        )}
      </section>
      <Pagination page={page} list={events} pathOf={activityPath} />
    </MypageFrame>
  )
}
