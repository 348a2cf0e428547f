import { Button } from '../../ui/button'

/** Offers to correct what was typed: no mail comes if it matches no member, and the server does not tell. */
export function AskAgain({ onPress }: { onPress: () => void }) {
  return (
    <div className="mt-6 grid justify-items-start gap-3 text-ink-2 text-small">
      <p>메일이 오지 않으면 스팸함을 확인하시고, 입력하신 정보가 가입할 때와 같은지 확인해 주세요.</p>
      <Button kind="quiet" size="small" onClick={onPress}>
        입력한 정보 고치기
      </Button>
    </div>
  )
}
