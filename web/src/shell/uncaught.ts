import { noteFailure, reloadIfDeployed } from './recovery'

/** Shows an error page beside the app, of which nothing is left to see. */
export const tellOfBrokenApp = () =>
  void import('./broken-app').then(({ showBrokenApp }) => showBrokenApp()).catch(() => undefined)

/** Handles an error that no boundary could contain, for which React takes the whole app off the page. */
export function onUncaughtError(error: unknown) {
  reportError(error)
  noteFailure()
  if (reloadIfDeployed(error)) return
  import('./report').then(({ report }) => report(error)).catch(() => undefined)
  tellOfBrokenApp()
}
