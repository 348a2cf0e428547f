import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../ui/button'
import { ClaimForm } from './claim-form'
import { NewPasswordForm } from './new-password-form'
import { AskAgain, IF_THERE_IS, RecoveryPage } from './recovery-page'
import { useRecovery } from './use-recovery'

export default function ResetPassword() {
  const recovery = useRecovery('reset-password')
  const [isDone, setDone] = useState(false)
  const { asked } = recovery

  if (isDone) return <Done />
  if (!asked)
    return (
      <RecoveryPage title="비밀번호 재설정" lead="가입할 때 입력한 이름, 아이디, 이메일을 입력해 주세요.">
        <ClaimForm withId initial={recovery.claim} onAsk={recovery.ask} />
      </RecoveryPage>
    )
  return (
    <RecoveryPage title="비밀번호 재설정" lead={IF_THERE_IS}>
      <NewPasswordForm recovery={recovery} asked={asked} onDone={() => setDone(true)} />
      <AskAgain onPress={recovery.restart} />
    </RecoveryPage>
  )
}

function Done() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <RecoveryPage
        title="비밀번호가 변경되었습니다"
        lead="모든 기기에서 로그아웃되었습니다. 새 비밀번호로 로그인해 주세요."
      >
        <ButtonLink to="/login" wide className="mt-6">
          로그인
        </ButtonLink>
      </RecoveryPage>
    </div>
  )
}
