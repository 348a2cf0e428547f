import type { TagTone } from '../../src/ui/tag'
import type { Approval } from '../frame/types'

export const STATES: Record<Approval['state'], { word: string; tone: TagTone }> = {
  asked: { word: '확인 대기', tone: 'warn' },
  confirmed: { word: '확인됨', tone: 'ok' },
  refused: { word: '거절됨', tone: 'danger' },
  withdrawn: { word: '거둠', tone: 'plain' },
  expired: { word: '기한 지남', tone: 'plain' },
}
