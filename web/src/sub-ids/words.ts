import { BY, STATES, TONES } from '../../generated/words/sub-ids'
import type { GrantState } from '../api/types'
import { figures } from '../korean/money'
import { tags } from '../ui/tags'

export const STATE_WORDS = tags(STATES, TONES)

export const WHAT_FOR =
  '직원이나 동료에게 아이디를 하나씩 나누어 주면, 각자 로그인해 회원님이 허용하신 상품만 이용합니다.'

/** `고정 IP VPN 203.0.113.10` */
export const serviceName = ({ planName, address }: { planName: string | null; address: string | null }) =>
  [planName, address].filter(Boolean).join(' ') || '상품'

/** What a right of so many changes is called: they come from the owner's tickets, or are of one day. */
export const changesName = (kind: GrantState['kind']) =>
  kind === 'dynamic' ? 'IP 변경 (하루)' : 'IP 변경 (모두 합해)'

export const changesUsed = ({ kind, changeLimit, changesLeft }: GrantState) =>
  `${kind === 'dynamic' ? '오늘 ' : ''}${changeLimit - changesLeft}번 사용 · ${changesLeft}번 남음`

/** What it means that a right to change fixed addresses is for more changes than its owner has tickets for. */
export function ticketsMissing(
  { kind, changeLimit, changesLeft }: GrantState,
  typed: string,
  tickets: number,
) {
  const used = changeLimit - changesLeft
  if (kind === 'dynamic' || !(Number(typed) - used > tickets)) return null
  return tickets > 0
    ? `회원님의 IP 교체권이 ${figures(tickets)}장이므로, 더 구매하시기 전에는 앞으로 ${figures(tickets)}번까지만 변경할 수 있습니다.`
    : '회원님의 IP 교체권이 없으므로, 구매하시기 전에는 변경할 수 없습니다.'
}

export { BY }
