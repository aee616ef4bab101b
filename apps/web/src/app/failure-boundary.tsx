import { Component, type ReactNode } from 'react';
import { currentLocation } from '#shared/router/location.ts';
import { ChunkFailure, CrashFailure } from './failure-page.tsx';
import { ChunkError, retryLater } from '#shared/ui/lazy-chunk.ts';
import { showLoadFailure } from '#shared/ui/load-failure-toast.ts';

interface FailureState {
  readonly error: unknown;
}

/** Shows a page for what broke while drawing: a script that did not load, or a mistake of ours. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, FailureState> {
  override state: FailureState = { error: undefined };

  static getDerivedStateFromError(error: unknown): FailureState {
    return { error };
  }

  /** Without a network people stay on the page that they were about to leave. */
  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkError) || navigator.onLine || !currentLocation().index) return;
    showLoadFailure(error);
    addEventListener('popstate', () => this.retry(error), { once: true });
    history.back();
  }

  private retry(error: ChunkError): void {
    retryLater(error);
    this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof ChunkError)) return <CrashFailure />;
    return <ChunkFailure error={error} onRetry={() => this.retry(error)} />;
  }
}
