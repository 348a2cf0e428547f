export { ErrorBoundary } from './error-boundary'
export { reloadAfterDeploy, reloadIfDeployed } from './recovery'
export { Shell } from './shell'
export { trackWaiting } from './waiting'
