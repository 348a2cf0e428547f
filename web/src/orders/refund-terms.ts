import type { SiteConfig } from '../api/types'
import type { Kind } from '../catalog/paths'

/** The operator's settings: refunds by the rules of the law, or only before the first use. */
export type RefundTerms = Pick<SiteConfig, 'refundMode' | 'refundPenaltyPercent'>

const USED: Record<Kind, string> = {
  static: '기기로 한 번이라도 접속하면 이용을 시작한 것으로 봅니다.',
  dynamic: '기기로 한 번이라도 접속하면 이용을 시작한 것으로 봅니다.',
  ticket: '한 장이라도 쓰면 사용을 시작한 것으로 봅니다.',
}

const isTicket = (kind: Kind) => kind === 'ticket'

/** The terms within seven days of a purchase. */
export function withdrawal(kind: Kind, { refundMode }: RefundTerms): string {
  if (refundMode === 'unused_only')
    return isTicket(kind)
      ? `한 장도 쓰지 않은 교체권은 사용 기한이 끝나기 전까지 청약을 철회하고 전액을 돌려받으실 수 있습니다. 사용을 시작한 뒤에는 환불되지 않습니다. ${USED[kind]}`
      : `이용을 시작하지 않으셨으면 이용 기간이 끝나기 전까지 청약을 철회하고 전액을 돌려받으실 수 있습니다. 이용을 시작한 뒤에는 환불되지 않습니다. ${USED[kind]}`
  return isTicket(kind)
    ? '결제한 날부터 7일 안에 청약을 철회하실 수 있습니다. 사용하지 않았으면 전액을, 일부를 사용했으면 사용하지 않은 교체권의 금액을 위약금 없이 돌려드립니다.'
    : '결제한 날부터 7일 안에 청약을 철회하실 수 있습니다. 이용하지 않았으면 전액을, 이용을 시작했으면 제공되지 않은 기간의 요금을 위약금 없이 돌려드립니다.'
}

/** The terms after those seven days; `null` if they stay the same. */
export function termination(
  kind: Kind,
  { refundMode, refundPenaltyPercent: percent }: RefundTerms,
): string | null {
  if (refundMode === 'unused_only') return null
  const penalty = percent > 0 ? `에서 위약금 ${percent}%를 뺀 금액` : ''
  return isTicket(kind)
    ? `7일이 지난 뒤에도 사용 기한 안에는 사용하지 않은 교체권의 금액${penalty}을 환불받을 수 있습니다.${percent > 0 ? ' 한 장도 쓰지 않았으면 위약금이 없습니다.' : ''}`
    : `7일이 지난 뒤에도 언제든지 해지하실 수 있으며, 하루 단위로 계산한 남은 기간의 요금${penalty}을 돌려드립니다.${percent > 0 ? ' 한 번도 이용하지 않았으면 위약금이 없습니다.' : ''}`
}
