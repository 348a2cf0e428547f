import type { Kind } from '../catalog/goods'
import type { Till } from './choice'

/** When one gets it, and from when its time counts. */
export function startOf({ kind }: Till): string {
  const deposit = '가상계좌는 입금이 확인된 때가 결제된 때입니다.'
  if (kind === 'ticket')
    return `결제가 확인되면 바로 교체권이 지급됩니다. 사용 기한은 마지막 날 24시(한국 시간)에 끝납니다. ${deposit}`
  const gets = kind === 'static' ? '바로 IP가 배정되어 이용하실 수 있습니다' : '바로 이용 기간이 시작됩니다'
  return `결제가 확인되면 ${gets}. 결제한 날은 이용 기간에 넣지 않으며, 마지막 날 24시(한국 시간)에 끝납니다. ${deposit}`
}

const RETURNED =
  '환불은 마이페이지 결제내역에서 신청하며, 신청한 날부터 3영업일 안에 결제한 수단으로 돌려드립니다. 늦어지면 연 15%의 지연이자를 더합니다. 사용한 포인트는 포인트로 돌려드리고, 적립된 포인트는 회수합니다.'

/** How to take it back, and what then comes back. */
export const refundFacts = (kind: Kind): { name: string; says: string }[] =>
  kind === 'ticket'
    ? [
        {
          name: '청약철회',
          says: '결제한 날부터 7일 안에 청약을 철회하실 수 있습니다. 사용하지 않았으면 전액을, 일부를 사용했으면 사용하지 않은 교체권의 금액을 위약금 없이 돌려드립니다.',
        },
        {
          name: '해지와 환불',
          says: `7일이 지난 뒤에도 사용 기한 안에는 사용하지 않은 교체권의 금액을 환불받을 수 있습니다. ${RETURNED}`,
        },
      ]
    : [
        {
          name: '청약철회',
          says: '결제한 날부터 7일 안에 청약을 철회하실 수 있습니다. 이용하지 않았으면 전액을, 이용을 시작했으면 제공되지 않은 기간의 요금을 위약금 없이 돌려드립니다.',
        },
        {
          name: '해지와 환불',
          says: `7일이 지난 뒤에도 언제든지 해지하실 수 있으며, 남은 기간의 요금을 하루 단위로 계산해 돌려드립니다. ${RETURNED}`,
        },
      ]
