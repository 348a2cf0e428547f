import { digitsOf } from './digits'

/** `01012345678` → `010-1234-5678`; anything but a mobile number is left as it is. */
export const phoneNumber = (digits: string) => digits.replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/** A mobile number as it is typed, with its hyphens so far: `0101234` → `010-1234`; anything else is left as it is. */
export function hyphenated(typed: string): string {
  const digits = digitsOf(typed)
  if (!/^01\d{0,9}$/.test(digits)) return typed
  const middle = digits.length > 10 ? 7 : 6
  const parts = [digits.slice(0, 3), digits.slice(3, middle), digits.slice(middle)]
  return digits.length <= 7 && digits.length > 3
    ? `${digits.slice(0, 3)}-${digits.slice(3)}`
    : parts.filter(Boolean).join('-')
}
