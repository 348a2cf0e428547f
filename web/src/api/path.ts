import type { paths } from '../../generated/schema'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** A path as the OpenAPI document writes it, with its `{names}`. */
type Template = keyof paths

/** The templates that answer to a method. */
type TemplateOf<M extends Method> = {
  [T in Template]: paths[T][M] extends object ? T : never
}[Template]

declare const template: unique symbol

/** A path that can be called. For the compiler it still carries its template, from which body and answer are derived. */
export type Path<T extends Template = Template> = string & { readonly [template]: T }

/** What a method can be called on: a filled path, or a template that has nothing to fill in. */
export type Callable<M extends Method> = Path<TemplateOf<M>> | Exclude<TemplateOf<M>, `${string}{${string}`>

type Operation<P, M extends Method> =
  P extends Path<infer T> ? paths[T][M] : P extends Template ? paths[P][M] : never

/** `data` of the envelope that a successful call answers with. */
export type Answer<P, M extends Method = 'get'> =
  Operation<P, M> extends infer O
    ? O extends { responses: { 200: { content: { 'application/json': { data: infer Data } } } } }
      ? Data
      : O extends { responses: { 201: { content: { 'application/json': { data: infer Data } } } } }
        ? Data
        : O extends { responses: { 202: { content: { 'application/json': { data: infer Data } } } } }
          ? Data
          : null
    : never

/** The JSON that a call sends; `undefined` for a call that sends none. */
export type Body<P, M extends Method> =
  Operation<P, M> extends infer O
    ? O extends { requestBody: { content: { 'application/json': infer Json } } }
      ? Json
      : undefined
    : never

/** What some method of this template takes in its path or its query. */
type Parameters<T extends Template, Place extends 'path' | 'query'> = {
  [M in Method]: paths[T][M] extends { parameters: { [_ in Place]?: infer Values } }
    ? NonNullable<Values>
    : never
}[Method]

/** A number in a path may also come as text, as the address of the page has it. */
type Segments<P> = [P] extends [never]
  ? unknown
  : { [Name in keyof P]: P[Name] | (P[Name] extends number ? string : never) }

type Query<Q> = [Q] extends [never]
  ? unknown
  : { [Name in keyof Q]: Q[Name] | (undefined extends Q[Name] ? undefined : never) }

/** What fills the `{names}` of a template, and its query. */
export type Values<T extends Template> = Segments<Parameters<T, 'path'>> & Query<Parameters<T, 'query'>>

/** Puts values behind the `?` in the order they are given, empty ones left out. */
export function withQuery(address: string, values: object): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return parts.length > 0 ? `${address}?${parts.join('&')}` : address
}

/** Fills a template of the OpenAPI document: values that it names go into the path, all others into the query. */
export function path<T extends Template>(template: T, values: Values<T>): Path<T> {
  const rest: Record<string, unknown> = { ...(values as object) }
  const filled = template.replace(/{(\w+)}/g, (_, name) => {
    const value = rest[name] as string
    delete rest[name]
    return encodeURIComponent(value)
  })
  return withQuery(filled, rest) as Path<T>
}
