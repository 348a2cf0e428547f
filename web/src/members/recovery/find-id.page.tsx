import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../api/problem'
import { ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { fieldMessageOf } from '../form'
import { CodeEntry } from '../verification/code-entry'
import { ClaimForm } from './claim-form'
import { type Claim, useConfirmFindId } from './queries'
import { AskAgain, IF_THERE_IS, OfSubId, RecoveryPage, TYPE_CODE } from './recovery-page'
import { carryClaim, useRecovery } from './use-recovery'

export default function FindId() {
  const recovery = useRecovery('find-id')
  const confirming = useConfirmFindId()
  const [ids, setIds] = useState<string[] | null>(null)
  const { asked } = recovery

  if (!asked)
    return (
      <RecoveryPage title="아이디 찾기" lead="가입할 때 입력한 이름과 이메일을 입력해 주세요.">
        <ClaimForm initial={recovery.claim} onAsk={recovery.ask} />
        <OfSubId />
      </RecoveryPage>
    )

  if (ids) return <FoundIds ids={ids} claim={asked.claim} />

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

/** The masked login ids that were found; the mail contains them in full. */
function FoundIds({ ids, claim }: { ids: string[]; claim: Claim }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <RecoveryPage title="아이디를 찾았습니다" lead="전체 아이디는 이메일로 보내 드렸습니다.">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="찾은 아이디"
        className="mt-6 divide-y divide-line rounded-card border border-line px-5 outline-none"
      >
        {ids.map((id) => (
          <li key={id} className="figures py-4 text-title-s font-semibold">
            {id}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-3">
        <ButtonLink to="/login" wide>
          로그인
        </ButtonLink>
        <ButtonLink to="/reset-password" kind="quiet" wide onClick={() => carryClaim(claim)}>
          비밀번호 재설정
        </ButtonLink>
      </div>
    </RecoveryPage>
  )
}
