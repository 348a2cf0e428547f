import { type FormEvent, useState } from 'react'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'

interface ChooseTimeProps {
  /** The moment, as the server is sent it. */
  onChoose: (at: string) => void
  onClose: () => void
}

/** Chooses a moment that is still to come, by the clock in Seoul wherever this browser is. */
export function ChooseTime({ onChoose, onClose }: ChooseTimeProps) {
  const [typed, setTyped] = useState('')
  const moment = typed ? new Date(`${typed}:00+09:00`) : null
  const isReady = moment !== null && moment.getTime() > Date.now()

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (moment && isReady) onChoose(moment.toISOString())
  }

  return (
    <Dialog title="게시할 시각" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted}>
        <TextField
          label="게시할 시각 (서울)"
          type="datetime-local"
          value={typed}
          error={typed && !isReady ? '지금보다 뒤의 시각을 골라 주세요.' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormButtons isReady={isReady}>미리보기</FormButtons>
      </form>
    </Dialog>
  )
}
