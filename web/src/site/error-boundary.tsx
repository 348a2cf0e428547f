import { Component, type ReactNode, startTransition } from 'react'
import { RouteError } from './route-error'

interface Props {
  /** When it changes (another address) what is inside gets another try. */
  resetKey?: string
  children: ReactNode
}

interface State {
  failure: { error: unknown } | null
}

/** Catches what a page threw while loading or drawing; header and footer stay where they are. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failure && before.resetKey !== this.props.resetKey) {
      startTransition(() => this.setState({ failure: null }))
    }
  }

  override render() {
    const { failure } = this.state
    return failure ? <RouteError error={failure.error} /> : this.props.children
  }
}
