import { TextArea } from './field'

/** Why something is done. It stands in the record for good, so it is asked for wherever the record wants it. */
export function ReasonField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (reason: string) => void
  error?: string | undefined
}) {
  return (
    <TextArea
      label="사유"
      help="기록에 남습니다. 나중에 다른 사람이 읽고 알 수 있게 적어 주세요."
      rows={2}
      maxLength={500}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The server's rule: two characters that say something. */
export const isReason = (text: string) => text.trim().length >= 2
