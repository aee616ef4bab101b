import { Component, Suspense, type ReactNode } from 'react';
import { ChunkError, IsEmptyMeanwhile, retryLater } from './lazy-chunk.ts';
import { showLoadFailure } from './load-failure-toast.ts';

interface PopupSlotProps {
  /** A popup that loads when it is drawn. */
  readonly children: ReactNode;
  /** The text of a toast when it did not load; without it, that it did not. */
  readonly instead?: string;
  /** Called when it did not load, so that its opener takes it back. */
  readonly onFailure?: () => void;
  /** Milliseconds after which it is tried again silently: for parts that nobody asks for but that have to be there. */
  readonly retryAfter?: number;
}

interface PopupSlotState {
  readonly failure: Error | undefined;
}

interface MeanwhileProps {
  /** A part that loads when it is drawn. */
  readonly children: ReactNode;
  /** Shown until it has loaded. */
  readonly show: ReactNode;
}

/** Shows something else while a lazy part of a popup loads. */
export const Meanwhile = ({ children, show }: MeanwhileProps) => (
  <Suspense fallback={show}>
    <IsEmptyMeanwhile value={false}>{children}</IsEmptyMeanwhile>
  </Suspense>
);

/** Draws a lazy popup. When it does not load the page stays as it is. */
export class PopupSlot extends Component<PopupSlotProps, PopupSlotState> {
  override state: PopupSlotState = { failure: undefined };
  private retry: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(failure: unknown): PopupSlotState {
    return { failure: failure instanceof Error ? failure : new Error('Drawing failed', { cause: failure }) };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkError)) return;
    const { instead, onFailure, retryAfter } = this.props;
    retryLater(error);
    if (retryAfter === undefined) showLoadFailure(error, instead);
    else this.retry = setTimeout(() => this.setState({ failure: undefined }), retryAfter);
    onFailure?.();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.retry);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure instanceof ChunkError) return null;
    // A mistake of ours is the page's to show.
    if (failure) throw failure;
    return (
      <Suspense fallback={null}>
        <IsEmptyMeanwhile value>{this.props.children}</IsEmptyMeanwhile>
      </Suspense>
    );
  }
}
