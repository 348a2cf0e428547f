import { Callout } from '../../src/ui/callout'
import { When } from '../frame/when'
import type { Order } from './queries'
import { wordOfAlarm } from './words'

/** What the shop has raised about the order and nobody has settled yet; its details are written in English. */
export function Alarms({ alarms }: { alarms: Order['alarms'] }) {
  return alarms
    .filter(({ clearedAt }) => clearedAt === null)
    .map(({ kind, detail, raisedAt }) => (
      <Callout key={kind} tone="danger">
        <b>{wordOfAlarm(kind)}</b> (<When at={raisedAt} />)
        <span className="block" lang="en">
          {detail}
        </span>
      </Callout>
    ))
}
