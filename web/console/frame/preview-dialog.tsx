import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { codeOf, Problem } from '../../src/api/problem'
import type { Asked } from '../../src/api/types'
import { Skeleton } from '../../src/ui/skeleton'
import { Button } from './button'
import type { Answered } from './calls'
import { CodeField, isSecondFactor } from './code-field'
import { CancelButton, Dialog, DialogButtons } from './dialog'
import { Failure } from './failure'
import { TextField } from './field'
import { pressKey } from './press-key'
import { Preview } from './preview'
import { isReason, ReasonField } from './reason-field'
import type { Preview as Shown } from './types'
import { WaitsForSecond } from './waits-for-second'

/** What is sent when the button is pressed: the digest says what was seen. */
export interface Confirmed {
  digest: string
  reason: string
  /** Only where `asksCode`. */
  code?: string
}

interface PreviewDialogProps<Data> {
  title: string
  /** Names what pressing does: `33,000원 환불`. */
  confirmLabel: string
  load: () => Promise<Shown>
  /** `key` stays while the dialog is open; what gives or moves something of value sends it, too. */
  confirm: (confirmed: Confirmed, key: string) => Promise<Answered<Data>>
  /** It is done. Not called while a second person still has to confirm. */
  onDone: (data: Data) => void
  onClose: () => void
  /** It ends or deletes something: the name of that has to be typed first. */
  typedName?: string | undefined
  /** Whoever confirms does so alone, and proves that it is them. */
  asksCode?: boolean
  asksReason?: boolean
  /** What words alone do not show. */
  picture?: ReactNode
}

/** The wish that waits now, where the answer 202 names it (`Asked`). */
const approvalIn = (data: unknown) => (data as Partial<Asked> | null)?.approvalId

/**
 * Shows what a change will do, asks why, and only then can the button be pressed. Where the server answers that it would do
 * something else by now, the new preview is shown and asked about again.
 */
export function PreviewDialog<Data>(props: PreviewDialogProps<Data>) {
  const {
    title,
    confirmLabel,
    load,
    confirm,
    onDone,
    onClose,
    typedName,
    asksCode = false,
    asksReason = true,
    picture,
  } = props
  const id = useId()
  const [key] = useState(pressKey)
  const preview = useQuery({
    queryKey: ['preview', id],
    queryFn: load,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')

  const change = useMutation({
    mutationFn: (confirmed: Confirmed) => confirm(confirmed, key),
    onSuccess: ({ status, data }) => {
      if (status !== 202) onDone(data)
    },
    onError: (error) => {
      if (codeOf(error) === 'preview_changed') preview.refetch()
    },
  })

  if (change.data?.status === 202)
    return <WaitsForSecond title={title} approval={approvalIn(change.data.data)} onClose={onClose} />

  // Nothing can be confirmed before what was typed is right, and that is behind this dialog.
  const isRefused = preview.data === undefined && preview.isError
  const isReady =
    preview.data !== undefined &&
    (!asksReason || isReason(reason)) &&
    (typedName === undefined || typed.trim() === typedName) &&
    (!asksCode || isSecondFactor(code))

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (!preview.data || !isReady || change.isPending) return
    change.mutate({
      digest: preview.data.digest,
      reason: reason.trim(),
      ...(asksCode && { code: code.trim() }),
    })
  }

  return (
    <Dialog title={title} onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        {picture}
        {preview.data ? (
          <Preview preview={preview.data} />
        ) : preview.isError ? (
          <div className="grid justify-items-start gap-2">
            <Failure error={preview.error} />
            {!(preview.error instanceof Problem) && (
              <Button kind="quiet" loading={preview.isFetching} onClick={() => preview.refetch()}>
                다시 불러오기
              </Button>
            )}
          </div>
        ) : (
          <Skeleton className="h-40" />
        )}
        {!isRefused && asksReason && <ReasonField value={reason} onChange={setReason} />}
        {!isRefused && typedName !== undefined && (
          <TextField
            label="확인을 위해 아래와 똑같이 입력해 주세요"
            help={<b className="text-ink">{typedName}</b>}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {!isRefused && asksCode && (
          <CodeField
            help="두 번째 사람 없이 혼자 확인합니다. 인증 앱의 숫자 6자리로 본인임을 확인해 주세요."
            value={code}
            onChange={setCode}
          />
        )}
        <Failure error={change.error} />
        <DialogButtons>
          <CancelButton>{isRefused ? '돌아가기' : '취소'}</CancelButton>
          {!isRefused && (
            <Button
              type="submit"
              kind={typedName === undefined ? 'main' : 'danger'}
              disabled={!isReady}
              loading={change.isPending}
            >
              {confirmLabel}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
