const KEY = 'ieum:reloads'
const MAX_RELOADS = 2

/**
 * In the words of the browsers: a chunk that is gone, a file that turned out to be a page, data that a newer
 * release shapes otherwise. React's built code says "hydration failed" by number.
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

/** What went wrong since the document was loaded makes it no clean start. */
export const noteFailure = () => {
  isClean = false
}

/** A page of an older deploy meets files of a newer one: loading the document anew cures it. At most twice. */
export function reloadAfterDeploy(): boolean {
  if (isReloading) return true // one cause may show in several places
  noteFailure()
  try {
    const reloads = Number(localStorage.getItem(KEY) ?? 0)
    if (reloads >= MAX_RELOADS) return false
    localStorage.setItem(KEY, String(reloads + 1))
  } catch {
    return false // without a count a reload could go on for ever
  }
  isReloading = true
  location.reload()
  return true
}

export const reloadIfDeployed = (error: unknown): boolean =>
  error instanceof Error && AFTER_DEPLOY.test(`${error.name} ${error.message}`) && reloadAfterDeploy()

/** Called when all stands that a page starts with: if nothing failed on the way, the next deploy may reload again. */
export function forgetReloads() {
  if (!isClean) return
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is switched off, so nothing was counted.
  }
}
