import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { FormButtons } from '../ui/form-buttons'

interface AddDeviceFormProps {
  onAdd: (name: string) => Promise<unknown>
  onCancel: () => void
}

export function AddDeviceForm({ onAdd, onCancel }: AddDeviceFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => input.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    setError(name ? undefined : '기기 이름을 입력해 주세요.')
    setRefusal(undefined)
    if (!name) return input.current?.focus()
    setBusy(true)
    try {
      await onAdd(name)
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-card bg-surface p-5">
      <TextField
        ref={input}
        label="기기 이름"
        help="나중에 알아볼 수 있는 이름이면 됩니다. 예: 내 노트북, 회사 PC"
        maxLength={40}
        autoComplete="off"
        error={error}
      />
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <FormButtons label="추가하기" busy={busy} onCancel={onCancel} />
    </form>
  )
}
