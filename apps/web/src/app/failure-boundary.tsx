import { Component, type ReactNode } from 'react';
import { ChunkFailure, CrashFailure } from './failure-page.tsx';
import { ChunkError, retryLater } from '#shared/ui/lazy-chunk.ts';

interface FailureState {
  readonly error: unknown;
}

/** Shows a page for what broke while drawing: a script that did not load, or a mistake of ours. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, FailureState> {
  override state: FailureState = { error: undefined };

  static getDerivedStateFromError(error: unknown): FailureState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof ChunkError)) return <CrashFailure />;
    const retry = (): void => {
      retryLater(error);
      this.setState({ error: undefined });
    };
    return <ChunkFailure error={error} onRetry={retry} />;
  }
}
