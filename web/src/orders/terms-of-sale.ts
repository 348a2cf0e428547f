import type { SiteConfig } from '../api/types'
import type { Choice } from '../catalog'
import type { Kind, Till } from '../catalog/paths'

/** When the goods are provided, and how their period is counted. */
export function startOf({ kind, paymentType }: Till): string {
  const deposit = paymentType === 'normal' ? ' 가상계좌는 입금이 확인된 때가 결제된 때입니다.' : ''
  if (kind === 'ticket')
    return `결제가 확인되면 바로 교체권이 지급됩니다. 사용 기한은 마지막 날 24시(한국 시간)에 끝납니다.${deposit}`
  return `결제가 확인되면 바로 IP가 배정되어 이용하실 수 있습니다. 결제한 날은 이용 기간에 넣지 않으며, 마지막 날 24시(한국 시간)에 끝납니다.${deposit}`
}

/** How a refund is asked for, and when and how it comes. */
export const returned = ({ pointYn }: Pick<SiteConfig, 'pointYn'>) =>
  '환불은 마이페이지 결제내역에서 신청하며, 신청한 날부터 3영업일 안에 결제한 수단으로 돌려드립니다. 늦어지면 연 15%의 지연이자를 더합니다.' +
  (pointYn === 'Y' ? ' 사용한 포인트는 포인트로 돌려드리고, 적립된 포인트는 회수합니다.' : '')

/** What comes back when a buyer withdraws, and later when they cancel: what must be in sight before a payment. */
export const refundRule = (
  kind: Kind,
  config: Pick<SiteConfig, 'refundRule' | 'ticketRefundRule'>,
): string => (kind === 'ticket' ? config.ticketRefundRule : config.refundRule)

const AFTERWARDS: Record<Kind | 'renewal' | 'deposit', string> = {
  static: '결제하면 바로 IP가 배정되어 기기를 추가할 수 있습니다.',
  dynamic: '결제하면 바로 IP가 배정되어 기기를 추가할 수 있습니다.',
  ticket: '결제하면 바로 교체권이 지급되고, 마이페이지의 IP 변경에서 사용합니다.',
  // Of services that run as of those that ran out: the period of the renewal stands above.
  renewal: '결제하면 기기 설정을 바꾸지 않고 계속 이용할 수 있습니다.',
  deposit: '이어지는 화면에서 입금 계좌를 안내해 드립니다. 입금이 확인되면 바로 시작됩니다.',
}

/** Whether it is paid by a deposit, which may come days later: what is bought begins only then. */
export const isDeposit = ({ paymentType }: Till, { payMethod }: Choice, amount: number | null): boolean =>
  paymentType === 'normal' && payMethod === 'virtualAccount' && amount !== 0

/** What happens right after the payment. */
export const afterwards = (till: Till, choice: Choice, amount: number | null): string =>
  AFTERWARDS[isDeposit(till, choice, amount) ? 'deposit' : choice.serviceId ? 'renewal' : till.kind]
