import { useState } from 'react'
import type { Reset } from '../../api/types'
import { ClaimForm } from './claim-form'
import { NewPasswordForm } from './new-password-form'
import { AskAgain, IF_THERE_IS, OfSubId, RecoveryPage } from './recovery-page'
import { ResetDone } from './reset-done'
import { useRecovery } from './use-recovery'

export default function ResetPassword() {
  const recovery = useRecovery('reset-password')
  const [reset, setReset] = useState<Reset | null>(null)
  const { asked } = recovery

  if (reset) return <ResetDone reset={reset} />
  if (!asked)
    return (
      <RecoveryPage title="비밀번호 재설정" lead="가입할 때 입력한 이름, 아이디, 이메일을 입력해 주세요.">
        <ClaimForm withId initial={recovery.claim} onAsk={recovery.ask} />
        <OfSubId />
      </RecoveryPage>
    )
  return (
    <RecoveryPage title="비밀번호 재설정" lead={IF_THERE_IS}>
      <NewPasswordForm recovery={recovery} asked={asked} onDone={setReset} />
      <AskAgain onPress={recovery.restart} />
    </RecoveryPage>
  )
}
