import { Suspense, useState } from 'react'
import type { Reset } from '../../api/types'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import { AgreeFirst } from './agree-first'
import { ClaimForm } from './claim-form'
import { NewPasswordForm } from './new-password-form'
import type { ResetProof } from './queries'
import { AskAgain, IF_THERE_IS, OfSubId, RecoveryPage } from './recovery-page'
import { ResetDone } from './reset-done'
import { useRecovery } from './use-recovery'

const AGREE_FIRST =
  '이전 쇼핑몰에서 옮겨 오신 뒤 처음 로그인하십니다. 약관에 동의하시면 입력하신 새 비밀번호를 저장합니다.'

export default function ResetPassword() {
  const recovery = useRecovery('reset-password')
  const [reset, setReset] = useState<Reset | null>(null)
  const [agreesFor, setAgreesFor] = useState<ResetProof | null>(null)
  const { asked } = recovery

  if (reset) return <ResetDone reset={reset} />
  if (!asked)
    return (
      <RecoveryPage title="비밀번호 재설정" lead="가입할 때 입력한 이름, 아이디, 이메일을 입력해 주세요.">
        <ClaimForm withId initial={recovery.claim} onAsk={recovery.ask} />
        <OfSubId />
      </RecoveryPage>
    )
  if (agreesFor)
    return (
      <RecoveryPage title="약관에 동의해 주세요" lead={AGREE_FIRST}>
        <Suspense fallback={<Skeleton className="mt-6 h-96" />}>
          <AgreeFirst proof={agreesFor} onDone={setReset} />
        </Suspense>
        <Button
          kind="quiet"
          size="small"
          className="mt-6"
          onClick={() => {
            setAgreesFor(null)
            recovery.restart()
          }}
        >
          처음부터 다시 하기
        </Button>
      </RecoveryPage>
    )
  return (
    <RecoveryPage title="비밀번호 재설정" lead={IF_THERE_IS}>
      <NewPasswordForm recovery={recovery} asked={asked} onDone={setReset} onMustAgree={setAgreesFor} />
      <AskAgain onPress={recovery.restart} />
    </RecoveryPage>
  )
}
