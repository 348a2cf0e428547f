import type { Order } from './queries'

/** What happened to an order, as the timeline draws it. Two things may happen at the same moment. */
export const eventsOf = ({ timeline }: Order) =>
  timeline.map(({ at, title, detail }, index) => ({ id: timeline.length - index, at, title, detail }))
