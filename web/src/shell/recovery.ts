const KEY = 'ieum:reloads'
const MAX_RELOADS = 2

/**
 * How browsers word errors after a deploy: a chunk is missing, a file turns out to be a page, data has the shape of a
 * newer release. React's production build reports failed hydration by number.
 */
const AFTER_DEPLOY = new RegExp(
  [
    'chunk',
    'dynamically imported module|importing a module script|unable to preload css',
    'hydrat|react error #(418|422|423|425)\\b',
    "unexpected token|expected expression, got '<'",
    'cannot read propert(y|ies) of undefined|undefined is not an object|is undefined$',
  ].join('|'),
  'i',
)

let isClean = true
let isReloading = false

/** Records that something went wrong since the document was loaded. */
export const noteFailure = () => {
  isClean = false
}

/** Reloads the document, at most twice: an older page met the files of a newer deploy. Tells whether it reloads. */
export function reloadAfterDeploy(): boolean {
  if (isReloading) return true // one cause may raise several errors
  // Without a network there is no newer deploy to be had, only the browser's own error page.
  if (navigator.onLine === false) return false
  noteFailure()
  try {
    const reloads = Number(localStorage.getItem(KEY) ?? 0)
    if (reloads >= MAX_RELOADS) return false
    localStorage.setItem(KEY, String(reloads + 1))
  } catch {
    return false // without a count the page could reload for ever
  }
  isReloading = true
  location.reload()
  return true
}

export const reloadIfDeployed = (error: unknown): boolean =>
  error instanceof Error && AFTER_DEPLOY.test(`${error.name} ${error.message}`) && reloadAfterDeploy()

/** Resets the count once the page has fully started without errors, so that the next deploy may reload again. */
export function forgetReloads() {
  if (!isClean) return
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is switched off, so nothing was counted.
  }
}
