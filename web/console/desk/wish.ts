import type { Field } from './changes'

export type Wish = Record<string, unknown>
/** What stands in the fields: text, a tick, or what the page's own field holds. */
export type Typed = Record<string, unknown>

const isWhole = (text: string) => /^-?\d+$/.test(text)
const hasZone = (text: string) => /(Z|[+-]\d{2}:\d{2})$/.test(text)
const without = (text: string) => text.replaceAll(',', '').trim()
const textOf = (typed: unknown) => String(typed ?? '').trim()

/** What the fields begin with: what is given, else the server's default, else nothing. */
export const startOf = (fields: Field[], given: Typed = {}): Typed =>
  Object.fromEntries(
    fields.map(({ name, type, default: usual }) => [
      name,
      given[name] === undefined ? (usual ?? (type === 'boolean' ? false : '')) : (given[name] ?? ''),
    ]),
  )

/** The fields that this object has. */
export const shownOf = (fields: Field[], typed: Typed, shows?: (name: string, typed: Typed) => boolean) =>
  shows ? fields.filter(({ name }) => shows(name, typed)) : fields

/** Whether a field may be sent as it stands; an optional one may be empty. More of a page's own field the server judges. */
export function fits(field: Field, typed: unknown): boolean {
  if (field.type === 'boolean') return true
  if (field.type === 'own')
    return !field.required || (Array.isArray(typed) ? typed.length > 0 : textOf(typed) !== '')
  const text = textOf(typed)
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

function sentAs({ type }: Field, typed: unknown): unknown {
  if (type === 'boolean') return typed === true
  if (type === 'own') return typed === '' ? null : typed
  const text = textOf(typed)
  if (text === '') return null
  // A field of date and time has no zone; all of them are in Seoul, which has no summer time.
  if (type === 'date-time' && !hasZone(text)) return `${text}:00+09:00`
  return type === 'integer' ? Number(without(text)) : text
}

/**
 * The wish that the fields make. What is empty is left out. If the fields began with something, only what differs is
 * sent, so that a colleague's edit of another field stays; an emptied field is sent as null.
 */
export function wishOf(fields: Field[], typed: Typed, initial?: Typed): Wish {
  const start = startOf(fields, initial)
  const said = fields
    .map((field) => [field, sentAs(field, typed[field.name]), sentAs(field, start[field.name])] as const)
    .filter(([, value, before]) =>
      initial === undefined ? value !== null : JSON.stringify(value) !== JSON.stringify(before),
    )
  return Object.fromEntries(said.map(([{ name }, value]) => [name, value]))
}
