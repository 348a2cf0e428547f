import { type Answer, type Body, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type IncidentLine = Answer<'/api/v1/console/incidents'>['items'][number]
export type IncidentPage = Answer<'/api/v1/console/incidents/{id}'>
/** Who is affected, as far as it is chosen. */
export type Audience = Partial<
  Body<'/api/v1/console/changes/incidents.begin', 'post'>['wish']['audience'] & {}
>
export type StepKind = IncidentPage['steps'][number]['kind']

export const incidentQuery = (id: string | number) =>
  consoleQuery(path('/api/v1/console/incidents/{id}', { id }))
