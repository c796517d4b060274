import { Component, type ReactNode } from 'react';
import { reloadNewest } from './reload.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Called when what broke is left, so that it can be tried anew. */
  onLeave?: () => void;
}

/** Says what to do when the whole application breaks, or one screen, which may not have been fetched. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentWillUnmount() {
    if (this.state.broken) this.props.onLeave?.();
  }

  override render() {
    return this.state.broken ? <BreakagePage /> : this.props.children;
  }
}

// Plain elements only, since the design system may be what broke.
export function BreakagePage() {
  return (
    <main role="alert" style={{ maxWidth: 560, margin: '0 auto', padding: 32 }}>
      <h1>There is a problem with this screen</h1>
      <p>Reload the page. Everything you saved is safe.</p>
      <p>
        If this happens again, sign out and sign in again, or tell your state admin what you were
        doing.
      </p>
      <p>
        <button type="button" onClick={() => void reloadNewest()}>
          Reload the page
        </button>
      </p>
    </main>
  );
}
