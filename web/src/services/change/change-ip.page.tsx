import { MypageFrame, useMember } from '../../members'
import { usePageData } from '../../pages/use-page-data'
import { hasPage, mayUseTickets, useConfig } from '../../site'
import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Pagination } from '../../ui/pagination'
import { changeIp } from '../pages'
import { changeIpPath } from '../pages-lead-to'
import { heldPage, servicesPath } from '../paths'
import { mayChange } from '../rights'
import { ChangeRow } from './change-row'
import { Changes } from './changes'
import { Share, Tickets } from './tickets'
import { useOutcomes } from './use-outcomes'

export default function ChangeIp() {
  const member = useMember()
  const config = useConfig()
  const [{ services, changes }, { page, query }] = usePageData(changeIp)
  const waiting = useOutcomes()
  const held = heldPage(query)
  const fixed = services.items.filter((service) => service.kind === 'static' && mayChange(service))
  const tickets = member?.ipTicket ?? 0
  return (
    <MypageFrame title="IP 변경">
      {member?.kind && !mayUseTickets(config, member) && (
        // The tab is not there either, and the way here was a service's.
        <ButtonLink to={servicesPath(1)} kind="text" className="-ml-2 mb-6">
          이용현황으로 돌아가기
        </ButtonLink>
      )}
      <div className="grid gap-12">
        {member?.kind ? <Share count={tickets} /> : <Tickets count={tickets} isUsable={fixed.length > 0} />}
        <section aria-labelledby="addresses" className="grid gap-4">
          <h2 id="addresses" className="text-lead">
            변경할 수 있는 IP
          </h2>
          {fixed.length > 0 ? (
            <ul className="grid gap-4 md:grid-cols-2">
              {fixed.map((service) => (
                <ChangeRow
                  key={service.id}
                  service={service}
                  tickets={tickets}
                  waiting={waiting.find(({ serviceId }) => serviceId === service.id)}
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              action={
                hasPage('/static-ip', config) &&
                !member?.kind && <ButtonLink to="/static-ip">고정 IP 보기</ButtonLink>
              }
            >
              {services.total === 0
                ? '이용 중인 고정 IP가 없습니다.'
                : '이 페이지에는 변경할 수 있는 고정 IP가 없습니다.'}
            </EmptyState>
          )}
          <Pagination page={held} list={services} pathOf={(next) => changeIpPath(page, next)} />
        </section>
        <div>
          <Changes changes={changes} />
          <Pagination page={page} list={changes} pathOf={(next) => changeIpPath(next, held)} />
        </div>
      </div>
    </MypageFrame>
  )
}
