import type { components } from '../api/schema'

type Schemas = components['schemas']

export type Guide = Schemas['Guide']
export type ContentPage = Schemas['ContentPage']
/** Short texts by name, for places that a page itself lays out. */
export type Texts = ContentPage['texts']
/** One version of a program. What only a store knows (version, size) is `null`. */
export type Release = Schemas['Release']
export type System = Release['os']
