import { State } from '../frame/state'
import type { Export } from './queries'

const STATES: Record<Export['state'], { label: string; tone: 'ok' | 'warn' | 'plain' | 'danger' }> = {
  waiting: { label: '두 번째 확인 대기', tone: 'warn' },
  making: { label: '만드는 중', tone: 'warn' },
  ready: { label: '받을 수 있음', tone: 'ok' },
  failed: { label: '만들지 못함', tone: 'danger' },
  over: { label: '보관 기간 지남', tone: 'plain' },
}

export function ExportState({ state }: Pick<Export, 'state'>) {
  return <State tone={STATES[state].tone}>{STATES[state].label}</State>
}
