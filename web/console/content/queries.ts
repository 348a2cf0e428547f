import type { Answer } from '../../src/api/path'
import { path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type TextLine = Answer<'/api/v1/console/content/texts'>['items'][number]
export type TextPage = Answer<'/api/v1/console/content/texts/{id}'>
export type DraftLine = Answer<'/api/v1/console/content/drafts'>['items'][number]
export type Draft = Answer<'/api/v1/console/content/drafts/{id}'>
export type Written = Draft['written']
export type WrittenKind = Draft['kind']
export type Release = Required<NonNullable<Written['release']>>
export type RenderedRelease = NonNullable<Answer<'/api/v1/console/content/rendering', 'post'>['release']>
export type Program = Answer<'/api/v1/console/content/programs/{name}'>

export const draftsQuery = consoleQuery('/api/v1/console/content/drafts')
export const programsQuery = consoleQuery('/api/v1/console/content/programs')
export const textQuery = (id: number) => consoleQuery(path('/api/v1/console/content/texts/{id}', { id }))
export const draftQuery = (id: number) => ({
  ...consoleQuery(path('/api/v1/console/content/drafts/{id}', { id })),
  // What is being typed is not replaced by itself.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
