interface Operation {
  parameters?: unknown
  requestBody?: unknown
  responses: Record<string, object>
}

/** What of an OpenAPI document is read here. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/**
 * Leaves in an OpenAPI document what the pages' types are made of: the paths that their sources name, with what these take and
 * what they answer with if all is well, and the schemas that either needs or the sources name. A path that is missed is an
 * error of the type checker, because it knows no other paths.
 */
export function pruned<D extends Document>(document: D, sources: string): D {
  const isNamed = namesOf(sources)
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => isNamed(path))
      .map(([path, operations]) => [path, mapped(operations, withoutRefusals)]),
  )
  const schemas: Record<string, object> = {}
  const waiting = [...found(sources, /\bSchemas\['(\w+)'\]/g), ...referred(paths)]
  for (const name of waiting) {
    const schema = document.components.schemas[name]
    if (schema && !(name in schemas)) {
      schemas[name] = schema
      waiting.push(...referred(schema))
    }
  }
  return { ...document, paths, components: { schemas } }
}

/**
 * Tells whether the sources name a path: in quotes, or as a template. What a template fills in is a constant that holds an
 * address, or else one segment.
 */
function namesOf(sources: string): (path: string) => boolean {
  const constants: Record<string, string[]> = {}
  for (const [, name = '', address = ''] of sources.matchAll(/const (\w+) = '(\/[^'\n]*)'/g))
    constants[name] = [...(constants[name] ?? []), escaped(address)]
  const filled = (name: string) => `(?:${constants[name]?.join('|') ?? '[^/{}]+'})`
  const quoted = new Set(found(sources, /['"](\/[^'"\n]*)['"]/g))
  const templates = found(sources, /`((?:\/|\$\{)[^`\n]*)`/g).map((template) => {
    const parts = template.split(/\$\{([^}]*)\}/)
    return new RegExp(`^${parts.map((part, at) => (at % 2 ? filled(part) : escaped(part))).join('')}$`)
  })
  return (path) => quoted.has(path) || templates.some((template) => template.test(path))
}

const withoutRefusals = ({ parameters, requestBody, responses }: Operation): Operation => ({
  ...(parameters ? { parameters } : {}),
  ...(requestBody ? { requestBody } : {}),
  responses: Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400)),
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const mapped = <From, To>(object: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const referred = (part: unknown) => found(JSON.stringify(part), /"#\/components\/schemas\/(\w+)"/g)
