import { stateOf } from '../desk/lists'
import { State } from '../frame/state'
import type { Export } from './queries'

export function ExportState({ state }: Pick<Export, 'state'>) {
  const { word, tone } = stateOf('exports', 'state', state)
  return <State tone={tone}>{word}</State>
}
