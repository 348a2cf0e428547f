import { Component, type ComponentType, lazy, type ReactNode, Suspense, startTransition } from 'react'
import { Problem } from '../api/problem'
import { PageUnreachable } from '../pages/page-source'
import { noteFailure, reloadIfDeployed } from './recovery'

const RouteError = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./route-error').catch(() => ({ default: () => null })),
)

interface Props {
  /** When it changes (another address) what is inside gets another try. */
  resetKey?: string
  children: ReactNode
}

interface State {
  failure: { error: unknown } | null
}

/** Not our mistake: the network, the shop's refusal, a file that is gone. It can be told, and tried again. */
const isExpected = (error: unknown) => error instanceof Problem || error instanceof PageUnreachable

/** Catches what one part of the page threw while loading or drawing; the other parts stay where they are. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    noteFailure()
    if (reloadIfDeployed(error) || isExpected(error)) return
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
    if (!isExpected(failure.error)) return null // a blank area, as the specification has it
    return (
      <Suspense fallback={null}>
        <RouteError error={failure.error} />
      </Suspense>
    )
  }
}
