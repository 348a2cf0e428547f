import type { Answer } from '../../src/api/path'

export const EXPORTS = '/api/v1/console/exports'

export type Export = Answer<typeof EXPORTS>['items'][number]
