import { useState } from 'react'
import { Problem } from '../../api/problem'
import { Callout } from '../../ui/callout'
import { fieldMessageOf } from '../form'
import { CodeEntry } from '../verification/code-entry'
import { ClaimForm } from './claim-form'
import { FoundIds } from './found-ids'
import { useConfirmFindId } from './queries'
import { AskAgain, IF_THERE_IS, RecoveryPage, TYPE_CODE } from './recovery-page'
import { useRecovery } from './use-recovery'

export default function FindId() {
  const recovery = useRecovery('find-id')
  const confirming = useConfirmFindId()
  const [ids, setIds] = useState<string[] | null>(null)
  const { asked } = recovery

  if (ids) return <FoundIds ids={ids} />
  if (!asked)
    return (
      <RecoveryPage title="아이디 찾기" lead="가입할 때 입력한 이름과 이메일을 입력해 주세요.">
        <ClaimForm initial={recovery.claim} onAsk={recovery.ask} />
      </RecoveryPage>
    )

  const { verificationId } = asked
  const confirm = (code: string) =>
    confirming.mutate(
      { verificationId, code },
      {
        onSuccess: ({ ids }) => setIds(ids),
        onError: (error) => {
          if (error instanceof Problem && error.status === 409) recovery.expire()
        },
      },
    )
  return (
    <RecoveryPage title="아이디 찾기" lead={IF_THERE_IS}>
      <div className="mt-6 grid gap-4">
        <CodeEntry
          sentTo={TYPE_CODE}
          expiresAt={asked.expiresAt}
          resendAt={recovery.resendAt}
          isSending={recovery.isAsking}
          isConfirming={confirming.isPending}
          error={confirming.error ? fieldMessageOf(confirming.error) : undefined}
          onResend={() => {
            confirming.reset()
            recovery.ask(asked.claim).catch(() => undefined) // shown below, as `resendError`
          }}
          onConfirm={confirm}
        />
        {recovery.resendError && <Callout tone="danger">{recovery.resendError}</Callout>}
        <AskAgain onPress={recovery.restart} />
      </div>
    </RecoveryPage>
  )
}
