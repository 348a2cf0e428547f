import type { ContentPage, Release } from '../api/types'

/** Short texts by name, for places that a page itself lays out. */
export type Texts = ContentPage['texts']
export type System = Release['os']
