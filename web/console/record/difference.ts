export interface Changed {
  /** The names that lead to the value: `plan › price`. */
  name: string
  before: string | null
  after: string | null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function written(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? '예' : '아니요'
  if (typeof value === 'number') return value.toLocaleString('ko-KR')
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((one) => !isObject(one))
    ? value.join(', ')
    : JSON.stringify(value)
}

/** Every value that is not the same before and after, by the names that lead to it; lists are one value. */
export function difference(before: unknown, after: unknown, name = ''): Changed[] {
  if (isObject(before) || isObject(after)) {
    const [old, young] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
    const names = [...new Set([...Object.keys(old), ...Object.keys(young)])]
    return names.flatMap((key) => difference(old[key], young[key], name ? `${name} › ${key}` : key))
  }
  const changed = { name: name || '값', before: written(before), after: written(after) }
  return changed.before === changed.after ? [] : [changed]
}
