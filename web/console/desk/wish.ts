import type { Field } from './changes'

export type Wish = Record<string, string | number>
/** What stands in the fields, as text. */
export type Typed = Record<string, string>

const isWhole = (text: string) => /^\d+$/.test(text)
const without = (text: string) => text.replaceAll(',', '').trim()

/** Whether a field may be sent as it stands; an optional one may be empty. */
export function fits(field: Field, typed: string): boolean {
  const text = typed.trim()
  if (text === '') return !field.required
  if (field.type === 'integer') {
    const figure = Number(without(text))
    return (
      isWhole(without(text)) &&
      figure >= (field.minimum ?? 0) &&
      figure <= (field.maximum ?? Number.MAX_SAFE_INTEGER)
    )
  }
  return text.length >= (field.minLength ?? 0) && text.length <= (field.maxLength ?? 10_000)
}

/** The wish that the fields make; what is empty is left out. */
export function wishOf(fields: Field[], typed: Typed): Wish {
  const said = fields.map(({ name, type }) => {
    const text = (typed[name] ?? '').trim()
    return [name, type === 'integer' ? Number(without(text)) : text, text] as const
  })
  return Object.fromEntries(said.filter(([, , text]) => text !== '').map(([name, value]) => [name, value]))
}
