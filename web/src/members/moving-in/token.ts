import { linkToken } from '../../ui/link-token'

/** The link by which a moved member chooses a password. */
export const movingLink = linkToken('ieum:moving-link', /^[A-Za-z0-9_-]{43}$/)
