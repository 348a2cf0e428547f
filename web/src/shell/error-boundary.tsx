import { Component, type ComponentType, lazy, type ReactNode, Suspense, startTransition } from 'react'
import { Problem } from '../api/problem'
import { PageUnreachable } from '../pages/page-source'
import { noteFailure, reloadIfDeployed } from './recovery'
import { showBrokenApp } from './uncaught'

const RouteError = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./route-error').catch(() => ({ default: () => null })),
)

interface Props {
  /** A change of it, as of the address, renders the children again after an error. */
  resetKey?: string
  /** No part of the page is left beside this one, so the failure is told outside of the app. */
  isOutermost?: boolean
  children: ReactNode
}

interface State {
  failure: { error: unknown } | null
}

/** Errors that are no bugs and may pass: the network, a refusal of the server, a missing file. */
const isExpected = (error: unknown) => error instanceof Problem || error instanceof PageUnreachable

/** Catches the errors of one part of the page, so that the other parts stay. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    noteFailure()
    if (reloadIfDeployed(error) || isExpected(error)) return
    if (this.props.isOutermost) return showBrokenApp(error)
    import('./report').then(({ report }) => report(error)).catch(() => undefined)
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failure && before.resetKey !== this.props.resetKey) {
      startTransition(() => this.setState({ failure: null }))
    }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (!isExpected(failure.error)) return null // the specification wants a blank area
    return (
      <Suspense fallback={null}>
        <RouteError error={failure.error} />
      </Suspense>
    )
  }
}
