import { Button } from './button'

interface FormButtonsProps {
  /** What sending the form does. */
  label: string
  busy: boolean
  onCancel: () => void
}

/** The buttons below a form that was opened to change something. */
export function FormButtons({ label, busy, onCancel }: FormButtonsProps) {
  return (
    <div className="flex gap-3">
      <Button type="submit" loading={busy}>
        {label}
      </Button>
      <Button kind="quiet" onClick={onCancel} disabled={busy}>
        취소
      </Button>
    </div>
  )
}
