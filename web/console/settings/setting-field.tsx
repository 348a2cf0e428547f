import { useId } from 'react'
import { Check, SelectField, TextArea, TextField } from '../frame/field'
import type { Setting } from './queries'

interface SettingFieldProps {
  setting: Setting
  value: string | boolean
  error: string | undefined
  disabled: boolean
  onChange: (value: string | boolean) => void
}

const TYPES = { mail: 'email', phone: 'tel', url: 'text', line: 'text', number: 'text' } as const

/** One setting with the sentence that says what it changes. */
export function SettingField({ setting, value, error, disabled, onChange }: SettingFieldProps) {
  const { kind, label, effect, unit, options, required } = setting
  const helpId = useId()
  if (kind === 'flag')
    return (
      <div>
        <Check
          label={<span className="font-semibold">{label}</span>}
          aria-describedby={helpId}
          checked={value === true}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <p id={helpId} className="text-caption text-ink-2">
          {effect}
        </p>
      </div>
    )
  const shared = {
    label: `${label}${unit && ` (${unit})`}${required ? ' · 필수' : ''}`,
    help: effect,
    error,
    disabled,
    value: String(value),
  }
  if (kind === 'choice')
    return (
      <SelectField {...shared} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  if (kind === 'lines')
    return (
      <TextArea
        {...shared}
        rows={5}
        spellCheck={false}
        className="figures"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <TextField
      {...shared}
      type={TYPES[kind]}
      inputMode={kind === 'number' ? 'numeric' : kind === 'phone' ? 'tel' : undefined}
      className={kind === 'number' ? 'figures max-w-40 text-right' : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
