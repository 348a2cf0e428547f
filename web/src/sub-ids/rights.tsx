import type { Answer } from '../api/path'
import type { SubIdDetail } from '../api/types'
import type { servicesApi } from '../services/paths'
import { EmptyState } from '../ui/empty-state'
import { Pagination } from '../ui/pagination'
import { Part } from './part'
import { Right } from './right'

interface RightsProps {
  subId: SubIdDetail
  /** A page of the owner's running services. */
  services: Answer<ReturnType<typeof servicesApi>>
  page: number
  pathOf: (page: number) => string
}

/** What it may do with each service: those it has and the owner's others, which stay where they are when one is switched. */
export function Rights({ subId: { id, grants }, services, page, pathOf }: RightsProps) {
  const others = services.items.filter((one) => grants.every(({ serviceId }) => serviceId !== one.id))
  const shown = [
    ...grants.map((grant) => ({ service: grant, grant })),
    ...others.map(({ id: serviceId, kind, planName, address, deviceLimit }) => ({
      service: { serviceId, kind, planName, address, planDeviceLimit: deviceLimit },
      grant: undefined,
    })),
  ].sort((one, other) => other.service.serviceId - one.service.serviceId)
  return (
    <Part
      title="상품별 권한"
      lead="켠 상품만 이 아이디에 보입니다. IP 변경에는 회원님의 IP 교체권이나 유동 IP의 하루 변경 횟수를 함께 씁니다."
    >
      {grants.length + services.total === 0 ? (
        <EmptyState>이용 중인 상품이 없습니다.</EmptyState>
      ) : (
        <ul aria-label="상품" className="grid gap-4">
          {shown.map(({ service, grant }) => (
            <Right key={service.serviceId} subId={id} service={service} grant={grant} />
          ))}
        </ul>
      )}
      <Pagination page={page} list={services} pathOf={pathOf} />
    </Part>
  )
}
