import { failureCode, isCancel } from '../payments'
import { useQueryString } from '../ui/query'
import { CardNotRegistered } from './card-outcomes'

/** The provider's window leads here on failure. Its message in the address is not shown: anybody can write one. */
export default function CardNotRegisteredPage() {
  const query = useQueryString()
  return (
    <CardNotRegistered
      detail={
        isCancel(failureCode(query.get('code')) ?? '')
          ? '카드 등록을 취소하셨습니다. 등록된 카드는 그대로입니다.'
          : '카드사에서 등록을 승인하지 않았습니다. 카드 정보를 확인하거나 다른 카드로 다시 시도해 주세요.'
      }
      subscriptionId={Number(query.get('subscriptionId')) || null}
    />
  )
}
