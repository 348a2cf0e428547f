import { State } from '../frame/state'
import type { Broadcast } from './queries'

const STATES: Record<Broadcast['state'], { label: string; tone: 'ok' | 'warn' | 'plain' }> = {
  waiting: { label: '두 번째 확인 대기', tone: 'warn' },
  writing: { label: '보내는 중', tone: 'warn' },
  done: { label: '모두 보냄', tone: 'ok' },
  stopped: { label: '멈춤', tone: 'plain' },
}

export function BroadcastState({ state }: Pick<Broadcast, 'state'>) {
  return <State tone={STATES[state].tone}>{STATES[state].label}</State>
}
