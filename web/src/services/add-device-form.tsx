import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Callout } from '../ui/callout'
import { ChoiceTiles } from '../ui/choice-tiles'
import { TextField } from '../ui/field'
import { FormButtons } from '../ui/form-buttons'
import { freeName, ownDevice } from './own-device'

type Place = 'here' | 'elsewhere'

interface AddDeviceFormProps {
  /** The names of the devices that are there. */
  taken: string[]
  onAdd: (name: string, isElsewhere: boolean) => Promise<unknown>
  onCancel: () => void
}

/** Asks for a device. Only at a computer it asks which one: who holds a phone in their hands means that phone. */
export function AddDeviceForm({ taken, onAdd, onCancel }: AddDeviceFormProps) {
  const own = ownDevice()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [place, setPlace] = useState<Place>('here')
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const nameAt = (where: Place) => freeName(where === 'here' ? own.name : '내 휴대폰', taken)

  // The form itself on a phone, where a focused field would bring up the keyboard for a name that is there already.
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input[type=radio]') ?? form.current
    first?.focus()
  }, [])

  function choose(where: Place) {
    // A name that the member typed is theirs.
    if (input.current?.value === nameAt(place)) input.current.value = nameAt(where)
    setPlace(where)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    setError(name ? undefined : '기기 이름을 입력해 주세요.')
    setRefusal(undefined)
    if (!name) return input.current?.focus()
    setBusy(true)
    try {
      await onAdd(name, place === 'elsewhere')
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label="기기 추가"
      method="post"
      noValidate
      onSubmit={submit}
      className="grid gap-4 rounded-card bg-surface p-5"
    >
      {own.word === '컴퓨터' && (
        <ChoiceTiles
          legend="어디에 설정하시겠습니까?"
          value={place}
          onChange={choose}
          choices={[
            { value: 'here', title: '이 컴퓨터', note: '설정 파일을 가져옵니다' },
            { value: 'elsewhere', title: '휴대폰·태블릿', note: 'QR 코드를 찍습니다' },
          ]}
        />
      )}
      <TextField
        ref={input}
        label="기기 이름"
        help="나중에 알아볼 수 있는 이름이면 됩니다."
        defaultValue={nameAt('here')}
        maxLength={40}
        autoComplete="off"
        error={error}
      />
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <FormButtons label="추가하기" busy={busy} onCancel={onCancel} />
    </form>
  )
}
