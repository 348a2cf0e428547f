import type { ComponentProps } from 'react'
import { digitsOf } from '../korean/digits'
import { TextField } from './field'

const LENGTH = 6

/** At most six digits of what was typed or pasted; anything else is dropped. */
export const codeOf = (typed: string) => digitsOf(typed).slice(0, LENGTH)

export const isCode = (digits: string) => digits.length === LENGTH

/** Takes a six-digit code in one field, not in six, so that phones can fill it in from a message and pasting works. */
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
        event.currentTarget.value = codeOf(event.currentTarget.value)
        onInput?.(event)
      }}
    />
  )
}
