import { Minus, Plus } from 'lucide-react'
import { IconButton } from './button'

interface StepperProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

const BUTTON = 'border border-ink-3 disabled:border-line disabled:text-ink-3'

export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  return (
    <fieldset className="flex items-center justify-between gap-4">
      <legend className="float-left text-small font-semibold">{label}</legend>
      <div className="flex items-center gap-2">
        <IconButton
          className={BUTTON}
          disabled={value <= min}
          aria-label={`${label} 줄이기`}
          onClick={() => onChange(value - 1)}
        >
          <Minus aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
        <output className="figures w-12 text-center text-lead font-semibold">{value}</output>
        <IconButton
          className={BUTTON}
          disabled={value >= max}
          aria-label={`${label} 늘리기`}
          onClick={() => onChange(value + 1)}
        >
          <Plus aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
    </fieldset>
  )
}
