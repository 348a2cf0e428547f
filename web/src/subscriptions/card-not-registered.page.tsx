import { failureCode } from '../payments'
import { useQueryString } from '../ui/query'
import { CardNotRegistered } from './card-outcomes'

const CANCELS = ['PAY_PROCESS_CANCELED', 'USER_CANCEL']

/** What its address says is not shown: anybody can write an address. */
export default function CardNotRegisteredPage() {
  const query = useQueryString()
  const isCancel = CANCELS.includes(failureCode(query.get('code')) ?? '')
  return (
    <CardNotRegistered
      detail={
        isCancel
          ? '카드 등록을 취소하셨습니다. 등록된 카드는 그대로입니다.'
          : '카드사에서 등록을 승인하지 않았습니다. 카드 정보를 확인하거나 다른 카드로 다시 시도해 주세요.'
      }
      subscriptionId={Number(query.get('subscriptionId')) || null}
    />
  )
}
