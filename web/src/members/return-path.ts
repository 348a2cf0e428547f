import { withQuery } from '../api/path'
import { purchaseAt } from '../catalog/paths'
import { servicesPath } from '../services/paths'

/** Excludes backslashes, which browsers read as slashes, and control characters, which they drop from addresses. */
const SAME_SITE = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** Where a member goes who was not on the way anywhere. */
const HOME_OF_MEMBERS = servicesPath(1)

/** The path to return to after login: `callbackUrl` if it is a path of this site, else the member's services. */
export function returnPath(query: URLSearchParams): string {
  const path = query.get('callbackUrl')
  return path !== null && SAME_SITE.test(path) ? path : HOME_OF_MEMBERS
}

/** Whether somebody was on the way to another page than the one that a login leads to anyway. */
export const isOnTheWay = (back: string) => back !== HOME_OF_MEMBERS

/** Where a provider's window leads back to with what the shop has yet to confirm: until then nothing is paid. */
const UNCONFIRMED = /^\/[^?]*\/payment(\/\w+)?\/success\?(.*&)?(paymentKey|authKey)=/

/** Whether the session ended while somebody was at the provider's window. */
export const isWithinPayment = (back: string) => UNCONFIRMED.test(back)

/** A link from the login to the sign-up or the other way round that keeps the path to return to. */
export const withReturn = (path: '/login' | '/sign-up', back: string) =>
  isOnTheWay(back) ? withQuery(path, { callbackUrl: back }) : path

/** The query parameter by which somebody says at the login page that they are a member already. */
export const AS = 'as'

/** Whether somebody is asked to join or to log in, before a form: on the way to a purchase and not a member yet. */
export const asksToJoin = (query: URLSearchParams) =>
  query.get(AS) !== 'member' && purchaseAt(returnPath(query)) !== null

/** A link to the form of the login page, past the question whether to join that stands before a purchase. */
export const formPath = (back: string) =>
  purchaseAt(back) ? `${withReturn('/login', back)}&${AS}=member` : withReturn('/login', back)
