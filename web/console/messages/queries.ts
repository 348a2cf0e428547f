import type { Answer, Body } from '../../src/api/path'

export type MessageLine = Answer<'/api/v1/console/messages'>['items'][number]
export type Broadcast = Answer<'/api/v1/console/broadcasts'>['items'][number]
export type BroadcastForm = Body<'/api/v1/console/changes/messages.broadcast', 'post'>['wish']
export type SampleText = Answer<'/api/v1/console/message-texts'>['items'][number]
