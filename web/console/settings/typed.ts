import { Problem } from '../../src/api/problem'
import { figures } from '../../src/korean/money'
import type { Setting, Value, Values } from './queries'

/** What stands in the form: texts as they were typed. */
export type Typed = Record<string, string | boolean>

export const typedOf = (fields: Setting[]): Typed =>
  Object.fromEntries(
    fields.map(({ name, value }) => [name, typeof value === 'number' ? figures(value) : value]),
  )

/** A number is sent as one where it is one; else the server says what is wrong with it. */
function sentOf({ kind }: Setting, typed: string | boolean): Value {
  if (typeof typed === 'boolean') return typed
  const digits = typed.replaceAll(',', '').trim()
  if (kind === 'number') return /^\d{1,9}$/.test(digits) ? Number(digits) : typed
  return typed.trim()
}

/** What of the form differs from what is set. */
export const changesOf = (fields: Setting[], typed: Typed): Values =>
  Object.fromEntries(
    fields
      .map((field) => [field, sentOf(field, typed[field.name] ?? '')] as const)
      .filter(([field, value]) => value !== field.value)
      .map(([field, value]) => [field.name, value]),
  )

/** What the server says of each field. */
export const refusalsOf = (error: unknown): Record<string, string> =>
  error instanceof Problem ? Object.fromEntries(error.fields.map(({ name, detail }) => [name, detail])) : {}
