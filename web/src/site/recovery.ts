const KEY = 'ieum:reloads'
const MAX_RELOADS = 2

const AFTER_DEPLOY =
  /chunk|dynamically imported module|importing a module script|hydrat|unexpected token|cannot read properties of undefined/i

/** A page of an older deploy meets files of a newer one: loading the document anew cures it. At most twice. */
export function reloadAfterDeploy(): boolean {
  const reloads = Number(localStorage.getItem(KEY) ?? 0)
  if (reloads >= MAX_RELOADS) return false
  localStorage.setItem(KEY, String(reloads + 1))
  location.reload()
  return true
}

export const reloadIfDeployed = (error: unknown): boolean =>
  error instanceof Error && AFTER_DEPLOY.test(`${error.name} ${error.message}`) && reloadAfterDeploy()

/** Called when the app stands: the next deploy may reload again. */
export const forgetReloads = () => localStorage.removeItem(KEY)
