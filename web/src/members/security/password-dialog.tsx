import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Problem } from '../../api/problem'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Dialog } from '../../ui/dialog'
import { messageOf } from '../form'
import { CurrentPassword, checkCurrent } from '../profile/current-password'

interface PasswordDialogProps {
  title: string
  /** What is about to happen. */
  message: ReactNode
  confirmLabel: string
  danger?: boolean
  /** Further fields, shown above the password. */
  children?: ReactNode
  /** Returns `false`, and shows why, if one of the further fields is not filled in. */
  isReady?: () => boolean
  /** The dialog closes when this resolves, and stays open to show why it was rejected. */
  onConfirm: (currentPw: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the current password before a change of the security settings. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, message, confirmLabel, danger = false, children, isReady, onConfirm, onClose } = props
  const password = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  function showFailure(failure: unknown) {
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
    const verdict = checkCurrent(currentPw)
    setError(verdict === true ? undefined : verdict)
    if (isReady && !isReady()) return
    if (!currentPw) return password.current?.focus()
    setBusy(true)
    try {
      await onConfirm(currentPw)
      onClose()
    } catch (failure) {
      showFailure(failure)
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit} className="mt-2 grid gap-5">
        <p className="text-ink-2">{message}</p>
        {children}
        <CurrentPassword ref={password} error={error} />
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
