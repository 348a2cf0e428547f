import type { Answer, Body } from '../../src/api/path'

export const BULK = '/api/v1/console/bulk'

export type Run = Answer<typeof BULK>['items'][number]
export type Form = Body<'/api/v1/console/bulk/preview', 'post'>
export type Seen = Answer<'/api/v1/console/bulk/{id}'>
export type Row = Answer<'/api/v1/console/bulk/{id}/rows'>['items'][number]
