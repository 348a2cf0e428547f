import { linkToken } from '../../ui/link-token'

/** The link by which a sub-id chooses its password. */
export const passwordLink = linkToken('ieum:sub-id-link', /^[A-Za-z0-9_-]{43}$/)
