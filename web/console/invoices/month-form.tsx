import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { lastMonths, monthInWords } from '../desk/months'
import { Button } from '../frame/button'
import { Failure } from '../frame/failure'
import { SelectField } from '../frame/field'
import { isReason, ReasonField } from '../frame/reason-field'
import { download } from './download'

interface MonthFormProps {
  /** The call that answers with the file. */
  path: string
  fallback: string
  /** The month to begin with; the last whole one unless told otherwise. */
  first?: string | undefined
  children: React.ReactNode
  onDone?: () => void
}

/** Which month, why, and the file. What was typed survives an error. */
export function MonthForm({ path, fallback, first, children, onDone }: MonthFormProps) {
  const months = lastMonths()
  const [month, setMonth] = useState(first ?? months[1] ?? '')
  const [reason, setReason] = useState('')
  const order = useMutation({
    mutationFn: () => download(path, { month, reason: reason.trim() }, fallback),
    onSuccess: () => {
      showToast('파일을 받았습니다.')
      onDone?.()
    },
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !order.isPending) order.mutate()
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="grid max-w-140 gap-4">
      <SelectField label="달" value={month} onChange={({ target }) => setMonth(target.value)}>
        {months.map((one) => (
          <option key={one} value={one}>
            {monthInWords(one)}
          </option>
        ))}
      </SelectField>
      {children}
      <ReasonField value={reason} onChange={setReason} />
      <Failure error={order.error} />
      <Button
        type="submit"
        className="justify-self-start"
        disabled={!isReason(reason)}
        loading={order.isPending}
      >
        {monthInWords(month)} 파일 받기
      </Button>
    </form>
  )
}
