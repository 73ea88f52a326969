/**
 * Catches render errors, and code that can't be had: the player reads what to do next, the console
 * keeps the details. What failed is tried again once the device is online again.
 */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { forgetFailures } from './late.tsx';

interface Props {
  /** A change resets the boundary, as on another page. */
  readonly resetKey: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly resetKey: string;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  readonly #tryAgain = () => this.setState({ failed: false });

  override componentDidMount(): void {
    addEventListener('online', this.#tryAgain);
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.#tryAgain);
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page failed:', error, info.componentStack);
    forgetFailures();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
