import { Callout } from '../../src/ui/callout'
import { When } from '../frame/when'
import type { Order } from './queries'

/** What the shop has raised about the order and nobody has settled yet, and what to do about it. */
export function Alarms({ alarms }: { alarms: Order['alarms'] }) {
  return alarms
    .filter(({ clearedAt }) => clearedAt === null)
    .map(({ kind, title, todo, detail, raisedAt }) => (
      <Callout key={kind} tone="danger">
        <b>{title}</b> (<When at={raisedAt} />)<span className="block">{detail}</span>
        <span className="block">{todo}</span>
      </Callout>
    ))
}
