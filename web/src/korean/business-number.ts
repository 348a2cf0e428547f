import { digitsOf } from './digits'

const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5]

/** Whether the check digit is right. It does not tell whether such a business exists. */
export function isBusinessNumber(typed: string): boolean {
  const digits = [...digitsOf(typed)].map(Number)
  if (digits.length !== 10) return false
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * (digits[at] ?? 0), 0)
  const carried = Math.floor(((digits[8] ?? 0) * 5) / 10)
  return (10 - ((sum + carried) % 10)) % 10 === digits[9]
}
