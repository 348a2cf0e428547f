import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { digitsOf } from '../korean/digits'
import { hyphenated } from '../korean/mobile-number'

/** Where the caret stands after this many digits. */
function placeAfter(count: number, text: string): number {
  let place = 0
  for (let left = count; left > 0 && place < text.length; place += 1)
    if (/\d/.test(text[place] ?? '')) left -= 1
  return place
}

/** Puts the hyphens into a number; the caret stays behind the digit that it was behind. */
function hyphenate(input: HTMLInputElement) {
  const text = hyphenated(input.value)
  if (text === input.value) return
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const place = isAtEnd ? text.length : placeAfter(digitsOf(input.value.slice(0, caret)).length, text)
  input.value = text
  input.setSelectionRange(place, place)
}

/** The field of a mobile number, which gets its hyphens while it is typed. */
export const withHyphens = <Field extends Pick<UseFormRegisterReturn, 'onChange'>>(field: Field): Field => ({
  ...field,
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    hyphenate(event.target)
    return field.onChange(event)
  },
})
