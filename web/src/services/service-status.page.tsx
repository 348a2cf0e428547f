import { useSuspenseQuery } from '@tanstack/react-query'
import { pageNumber } from '../page-number'
import { MypageFrame } from '../site/mypage-frame'
import { configQuery } from '../site/queries'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Pagination } from '../ui/pagination'
import { useQueryString } from '../ui/query'
import { servicesQuery } from './queries'
import { ServiceCard } from './service-card'

export default function ServiceStatus() {
  const page = pageNumber(useQueryString())
  const { data: config } = useSuspenseQuery(configQuery)
  const { data: services, dataUpdatedAt } = useSuspenseQuery(servicesQuery(page))
  return (
    <MypageFrame title="이용현황">
      <div className="grid gap-6">
        {services.items.map((service) => (
          <ServiceCard key={service.id} service={service} readAt={dataUpdatedAt} />
        ))}
        {services.items.length === 0 && (
          <EmptyState action={config.sttcYn === 'Y' && <ButtonLink to="/static-ip">고정 IP 보기</ButtonLink>}>
            {services.total === 0 ? '아직 이용 중인 IP가 없습니다.' : '이 페이지에는 내역이 없습니다.'}
          </EmptyState>
        )}
      </div>
      <Pagination
        page={page}
        pageSize={services.pageSize}
        total={services.total}
        pathOf={(number) => `/mypage/service-status/normal?page=${number}`}
      />
    </MypageFrame>
  )
}
