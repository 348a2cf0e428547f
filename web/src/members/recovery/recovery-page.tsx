import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { ForgottenBySubId } from '../sub-id/forgotten'

/** Worded so that it does not reveal whether there is such a member. */
export const IF_THERE_IS = '입력하신 정보와 일치하는 회원이 있으면 안내를 발송해 드립니다.'

export const TYPE_CODE = '이메일로 받은 숫자 6자리를 입력해 주세요.'

interface RecoveryPageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function RecoveryPage({ title, lead, children }: RecoveryPageProps) {
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-100">
        <h1 className="text-title-m">{title}</h1>
        {lead && <p className="mt-2 text-ink-2">{lead}</p>}
        {children}
      </div>
    </div>
  )
}

/** Below the form that asks for a mail address. */
export const OfSubId = () => (
  <div className="mt-6">
    <ForgottenBySubId />
  </div>
)

/** Offers to correct what was typed: no mail comes if it matches no member, and the server does not tell. */
export function AskAgain({ onPress }: { onPress: () => void }) {
  return (
    <div className="mt-6 grid justify-items-start gap-3 text-ink-2 text-small">
      <p>메일이 오지 않으면 스팸함을 확인하시고, 입력하신 정보가 가입할 때와 같은지 확인해 주세요.</p>
      <Button kind="quiet" size="small" onClick={onPress}>
        입력한 정보 수정
      </Button>
    </div>
  )
}
