import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Problem } from '../../api/problem'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Dialog } from '../../ui/dialog'
import { messageOf } from '../form'
import { PasswordField } from '../password-field'

interface PasswordDialogProps {
  title: string
  /** What is about to happen. */
  message: ReactNode
  confirmLabel: string
  danger?: boolean
  /** More to fill in, above the password. */
  children?: ReactNode
  /** `false` where something else is missing; it says so itself. */
  isReady?: () => boolean
  /** The dialog stays until it resolves; what is refused is said inside. */
  onConfirm: (currentPw: string) => Promise<unknown>
  onClose: () => void
}

/** A step that needs to know that it is really them. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, message, confirmLabel, danger = false, children, isReady, onConfirm, onClose } = props
  const password = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  function refuse(failure: unknown) {
    const field = failure instanceof Problem && failure.fields.find(({ name }) => name === 'currentPw')
    if (field) {
      setError(field.detail)
      password.current?.focus()
      password.current?.select()
    } else setRefusal(messageOf(failure))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const currentPw = password.current?.value ?? ''
    setRefusal(undefined)
    setError(currentPw ? undefined : '현재 비밀번호를 입력해 주세요.')
    if (isReady && !isReady()) return
    if (!currentPw) return password.current?.focus()
    setBusy(true)
    try {
      await onConfirm(currentPw)
      onClose()
    } catch (failure) {
      refuse(failure)
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-2 grid gap-5">
        <p className="text-ink-2">{message}</p>
        {children}
        <PasswordField
          ref={password}
          label="현재 비밀번호"
          autoComplete="current-password"
          maxLength={200}
          error={error}
        />
        {refusal && <Callout tone="danger">{refusal}</Callout>}
        <div className="flex gap-3">
          <Button kind="quiet" wide onClick={onClose} disabled={busy}>
            취소
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'main'} wide loading={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
