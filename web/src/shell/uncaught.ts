import { reloadIfDeployed } from './recovery'

/** Reports an error of which nothing of the app is left to see, and shows an error page in place of it. */
export const showBrokenApp = (error: unknown) =>
  void import('./report').then(({ reportBroken }) => reportBroken(error)).catch(() => undefined)

/** Handles an error that no boundary could contain, for which React takes the whole app off the page. */
export function onUncaughtError(error: unknown) {
  reportError(error)
  if (!reloadIfDeployed(error)) showBrokenApp(error)
}
