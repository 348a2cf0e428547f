import { useSuspenseQuery } from '@tanstack/react-query'
import { OpenOrderNotes, useOpenOrders } from '../catalog'
import { MypageFrame, useMember } from '../members'
import { usePageData } from '../pages/use-page-data'
import { Troubles, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { InAppNotice, NO_FILES } from '../ui/in-app-notice'
import { Pagination } from '../ui/pagination'
import { serviceStatus } from './pages'
import { servicesPath } from './paths'
import { servicesQuery } from './queries'
import { ServiceCard } from './service-card'
import { WaitingNotice } from './waiting'

export default function ServiceStatus() {
  const config = useConfig()
  const isSubId = Boolean(useMember()?.kind)
  const [{ services }, { page }] = usePageData(serviceStatus)
  const open = useOpenOrders()
  const { dataUpdatedAt } = useSuspenseQuery(servicesQuery(page))
  return (
    <MypageFrame title="이용현황">
      <WaitingNotice />
      <Troubles of={['gateways']} className="mb-6" />
      <OpenOrderNotes orders={open?.items.filter(({ state }) => state !== 'paid') ?? []} className="mb-6" />
      <div className="grid gap-6">
        {services.items.some(({ state }) => state === 'active') && <InAppNotice danger={NO_FILES} />}
        {services.items.map((service) => (
          <ServiceCard key={service.id} service={service} readAt={dataUpdatedAt} />
        ))}
        {services.items.length === 0 && (
          <EmptyState
            action={
              config.sttcYn === 'Y' && !isSubId && <ButtonLink to="/static-ip">고정 IP 보기</ButtonLink>
            }
          >
            {services.total === 0
              ? isSubId
                ? '아직 이용하실 수 있는 상품이 없습니다. 서브 아이디를 만든 회원이 상품을 허용하면 여기에 나옵니다.'
                : '아직 이용 중인 IP가 없습니다.'
              : '이 페이지에는 내역이 없습니다.'}
          </EmptyState>
        )}
      </div>
      <Pagination page={page} list={services} pathOf={servicesPath} />
    </MypageFrame>
  )
}
