import { State } from '../frame/state'
import { type ListName, stateOf } from './lists'

/** A state as the column of its list shows it. */
export function ListedState({ list, state }: { list: ListName; state: string }) {
  const { word, tone } = stateOf(list, 'state' as never, state)
  return <State tone={tone}>{word}</State>
}
