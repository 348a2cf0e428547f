import type { Service } from '../api/types'
import { figures } from '../korean/money'
import { useMember } from '../members'

/** Whether an owner looks as one of their sub-ids, who may only look. */
export const useOnlyLooks = () => useMember()?.kind === 'acting'

/** How many devices of their own whoever looks may have on the service: a sub-id has its share of the plan's. */
export const deviceLimitOf = ({ deviceLimit, rights }: Pick<Service, 'deviceLimit' | 'rights'>) =>
  rights ? Math.min(rights.deviceLimit, deviceLimit) : deviceLimit

/** Whether it may change the address at all; its owner may. */
export const mayChange = ({ rights }: Pick<Service, 'rights'>) => !rights || rights.changeLimit > 0

/** Whether it may see what is on record of the service. */
export const seesRecord = ({ rights }: Pick<Service, 'rights'>) => !rights || rights.seesRecord

/** What a sub-id may do with a service that is not over, in one line. `tickets`: what its owner has left for it. */
export function rightsInWords(
  service: Pick<Service, 'kind' | 'state' | 'deviceLimit' | 'rights'>,
  tickets: number,
): string | null {
  const { kind, state, rights } = service
  if (!rights || !['active', 'suspended'].includes(state)) return null
  const devices = deviceLimitOf(service)
  const changes =
    kind === 'dynamic'
      ? `오늘 IP 변경 ${figures(rights.changesLeft)}번 가능`
      : `IP 변경 ${figures(Math.min(rights.changesLeft, tickets))}번 가능`
  return [
    devices > 0 ? `기기 ${figures(devices)}대까지` : '기기 추가 없음',
    rights.changeLimit > 0 ? changes : 'IP 변경 없음',
    rights.seesRecord && '이용 기록 보기',
  ]
    .filter(Boolean)
    .join(' · ')
}
