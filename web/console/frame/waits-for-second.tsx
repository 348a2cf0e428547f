import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button'
import { Dialog, DialogButtons } from './dialog'

interface WaitsForSecondProps {
  title: string
  /** Which wish it is, where the answer says so. */
  approval?: number | undefined
  onClose: () => void
  /** What follows once it is confirmed. */
  children?: ReactNode
}

/** The answer 202: nothing has happened yet. */
export function WaitsForSecond({ title, approval, onClose, children }: WaitsForSecondProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status" className="font-semibold">
        두 번째 사람의 확인을 기다립니다.
      </p>
      <p className="mt-1 text-ink-2">
        확인되기 전에는 아무것도 바뀌지 않습니다. ‘승인’에서 요청을 거둘 수 있습니다. {children}
      </p>
      <DialogButtons>
        <ButtonLink to={approval ? `/console/approvals?open=${approval}` : '/console/approvals'}>
          승인 보기
        </ButtonLink>
        <Button onClick={onClose}>확인</Button>
      </DialogButtons>
    </Dialog>
  )
}
