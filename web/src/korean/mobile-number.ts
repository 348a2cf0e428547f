import { digitsOf } from './digits'

/** `01012345678` → `010-1234-5678`; anything but a mobile number is left as it is. */
export const phoneNumber = (digits: string) => digits.replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

const MOBILE = /^01[016789]\d{7,8}$/

/**
 * The digits as they are dialled in Korea, as the server reads them: `+82 10…`, `0082…`, full-width ones, and a number
 * whose 0 a spreadsheet has cut.
 */
export function nationalDigits(typed: string): string {
  const digits = digitsOf(typed)
  const rest = /^(?:00)?820?(1[016789]\d{7,8})$/.exec(digits)?.[1] ?? /^1[016789]\d{7,8}$/.exec(digits)?.[0]
  return rest ? `0${rest}` : digits
}

export const isMobileNumber = (digits: string) => MOBILE.test(digits)

/** A mobile number as it is typed, with its hyphens so far: `0101234` → `010-1234`; anything else is left as it is. */
export function hyphenated(typed: string): string {
  const digits = nationalDigits(typed)
  if (!/^01\d{0,9}$/.test(digits)) return typed
  const middle = digits.length > 10 ? 7 : 6
  const parts = [digits.slice(0, 3), digits.slice(3, middle), digits.slice(middle)]
  return digits.length <= 7 && digits.length > 3
    ? `${digits.slice(0, 3)}-${digits.slice(3)}`
    : parts.filter(Boolean).join('-')
}
