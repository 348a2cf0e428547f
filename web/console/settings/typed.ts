import { Problem } from '../../src/api/problem'
import { figures } from '../../src/korean/money'
import type { Setting, Value, Values } from './queries'

/** What stands in the form: texts as they were typed. */
export type Typed = Record<string, string | boolean>

export const typedOf = (fields: Setting[], unsaved: AllUnsaved | null): Typed =>
  Object.fromEntries(fields.map(({ name, value }) => [name, unsaved?.[name]?.typed ?? shownOf(value)]))

/** A value as its field shows it. */
export const shownOf = (value: Value) => (typeof value === 'number' ? figures(value) : value)

/** A text that is not saved yet, with the value that was set when somebody began to type. */
interface Unsaved {
  typed: string | boolean
  was: Value
}
export type AllUnsaved = Record<string, Unsaved>

/** Notes what is typed for a setting. What is as it was is nothing to keep. */
export function noted(
  before: AllUnsaved | null,
  setting: Setting,
  typed: string | boolean,
): AllUnsaved | null {
  const { [setting.name]: kept, ...others } = before ?? {}
  const was = kept?.was ?? setting.value
  const all =
    sentOf(setting, typed) === was && shownOf(was) === typed
      ? others
      : { ...others, [setting.name]: { typed, was } }
  return Object.keys(all).length > 0 ? all : null
}

/** Settings at which somebody was typing while somebody else changed them. */
export const overtaken = (fields: Setting[], unsaved: AllUnsaved | null) =>
  fields.filter(({ name, value }) => unsaved?.[name] && unsaved[name].was !== value)

const LONG = 40

/** What a setting is called and what it is now, where that is short. */
export function nowOf({ label, kind, value, options }: Setting): string {
  const text =
    kind === 'flag'
      ? value
        ? '켬'
        : '끔'
      : (options.find((one) => one.value === value)?.label ?? shownOf(value))
  return text === '' || String(text).length > LONG ? label : `${label} (지금 ${text})`
}

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
  error instanceof Problem
    ? Object.fromEntries(error.fields.map(({ name, detail }) => [name.replace('wish.values.', ''), detail]))
    : {}
