import type { ComponentProps } from 'react'
import { TextField } from './field'

const LENGTH = 6

/** The digits of a code from a message or an app; blanks and hyphens around them are dropped as they are pasted. */
export const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '').slice(0, LENGTH)

export const isCode = (digits: string) => digits.length === LENGTH

/** One field, so that phones can fill it in from the message and paste works. */
export function CodeInput({ onInput, ...field }: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      className="figures tracking-[0.25em]"
      {...field}
      onInput={(event) => {
        event.currentTarget.value = digitsOf(event.currentTarget.value)
        onInput?.(event)
      }}
    />
  )
}
