import { Button, ButtonLink } from './button'
import { Dialog, DialogButtons } from './dialog'

/** The answer 202: nothing has happened yet. */
export function WaitsForSecond({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status" className="font-semibold">
        두 번째 사람의 확인을 기다립니다.
      </p>
      <p className="mt-1 text-ink-2">
        확인되기 전에는 아무것도 바뀌지 않습니다. ‘승인’에서 요청을 거둘 수 있습니다.
      </p>
      <DialogButtons>
        <ButtonLink to="/console/approvals" onClick={onClose}>
          승인 보기
        </ButtonLink>
        <Button onClick={onClose}>확인</Button>
      </DialogButtons>
    </Dialog>
  )
}
