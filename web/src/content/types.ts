import type { ContentPage, Release } from '../api/types'

/** The operator's short texts by name; the page decides where each goes. */
export type Texts = ContentPage['texts']
export type System = Release['os']
