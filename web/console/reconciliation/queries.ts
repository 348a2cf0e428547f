import type { Answer } from '../../src/api/path'

export type Alarm = Answer<'/api/v1/console/alarms'>['items'][number]
export type Sides = Answer<'/api/v1/console/alarms/{id}/sides'>['items'][number]
export type BookCheck = Answer<'/api/v1/console/book-checks'>['items'][number]
