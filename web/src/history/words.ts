import { PAY_METHODS } from '../../generated/words/order-history'
import { STATES as ORDERS, TONES } from '../../generated/words/orders'
import type { Order, Refund, RefundMode } from '../api/types'
import { carrierBeside, checkoutPath } from '../catalog'
import { PRODUCTS, tillOf } from '../catalog/paths'
import { plainDay } from '../korean/dates'
import type { TagWord } from '../ui/tag'
import { tags } from '../ui/tags'

const STATES = tags(ORDERS, TONES)

/** The window's codes for a buyer who closed it: nothing went wrong. */
const BROKEN_OFF = ['PAY_PROCESS_CANCELED', 'USER_CANCEL']

export function stateOf({ state, refund, failure }: Order): TagWord {
  if (refund?.state === 'awaiting_account') return { word: '환불계좌 입력', tone: 'warn' }
  if (state === 'failed' && failure && BROKEN_OFF.includes(failure.code)) return STATES.cancelled
  return STATES[state]
}

/** The checkout with the choice of an unpaid order. Paying there replaces the order and keeps its place in stock. */
export const payAgainPath = ({
  planKind,
  paymentType,
  planId,
  months,
  quantity,
  payMethod,
  pointsUsed,
  serviceId,
}: Order) =>
  checkoutPath(tillOf(planKind, paymentType), {
    planId,
    months,
    quantity,
    points: pointsUsed,
    ...((payMethod === 'transfer' || payMethod === 'virtualAccount') && { payMethod }),
    ...(serviceId !== null && { serviceId }),
  })

/** The payment method as the provider names it, or until the payment as the buyer chose it. */
export const methodOf = ({ paymentMethod, payMethod }: Order) => paymentMethod ?? PAY_METHODS[payMethod]

/** What the receipt is called: 매출전표 for a card, 영수증 for money from a bank. */
export const receiptName = ({ payMethod }: Order) =>
  payMethod === 'transfer' || payMethod === 'virtualAccount' ? '영수증' : '매출전표'

/** `고정 IP VPN · KT · 3개월 · 2개` */
export const productOf = ({ planName, carrier, planKind, months, quantity }: Order) =>
  [
    planName,
    carrierBeside(planName, carrier),
    planKind === 'ticket' ? '' : `${months}개월`,
    quantity > 1 || planKind === 'ticket' ? `${quantity}${PRODUCTS[planKind].unit}` : '',
  ]
    .filter(Boolean)
    .join(' · ')

export const kindOf = ({ kind, paymentType }: Order) =>
  paymentType === 'billing' ? '정기결제' : kind === 'renewal' ? '연장' : '구매'

export const periodOf = ({ periodFrom, periodUntil }: Order) =>
  periodFrom && periodUntil ? `${plainDay(periodFrom)} ~ ${plainDay(periodUntil)}` : null

/** What the period of an order is called: a ticket is used up to its end, not during it. */
export const periodNameOf = ({ planKind }: Order) => (planKind === 'ticket' ? '사용 기한' : '이용 기간')

/** The page to buy the same product again. */
export const shopOf = ({ planKind }: Order) => PRODUCTS[planKind].path

/** Why a refund is as much as it is, by the rule that was applied. */
export const REFUND_MODES: Record<RefundMode, string> = {
  full: '아직 이용하지 않으셔서 결제하신 금액을 모두 돌려드립니다.',
  withdrawal: '결제하신 날부터 7일이 지나지 않아, 이용하신 날의 요금만 빼고 위약금 없이 돌려드립니다.',
  pro_rata: '결제하신 날부터 7일이 지나, 남은 기간의 요금을 하루 단위로 계산해 돌려드립니다.',
  unfulfilled: '주문하신 상품을 제공하지 못해 결제하신 금액을 모두 돌려드립니다.',
  operator: '고객센터에서 확인한 금액을 돌려드립니다.',
}

export const REFUND_STATES: Record<Refund['state'], string> = {
  awaiting_account: '환불받으실 계좌를 입력해 주세요. 확인되는 대로 그 계좌로 보내 드립니다.',
  returning: '환불을 처리하고 있습니다. 따로 하실 일은 없으며, 끝나면 이메일로 알려 드립니다.',
  stuck:
    '결제대행사에서 바로 처리되지 않아 담당자가 확인하고 있습니다. 따로 하실 일은 없으며, 끝나면 이메일로 알려 드립니다.',
  done: '환불이 완료되었습니다. 카드사나 은행에 따라 내역이 보이기까지 며칠 걸릴 수 있습니다.',
}
