import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import type { ChunkError } from '#shared/ui/lazy-chunk.ts';
import { MessagePage } from '#shared/ui/message-page.tsx';

const AgainButton = ({ onRetry }: { readonly onRetry?: (() => void) | undefined }) => {
  const t = useText();
  return (
    <Button look="primary" size="large" onClick={onRetry ?? (() => location.reload())}>
      {t(onRetry ? 'actions.try_again' : 'actions.reload')}
    </Button>
  );
};

interface ChunkFailureProps {
  readonly error: ChunkError;
  /** Loads the part again. */
  readonly onRetry: () => void;
}

/** A part of the application did not load (specification section 8). */
export const ChunkFailure = ({ error, onRetry }: ChunkFailureProps) => {
  const t = useText();
  const { chunk, reason, isUnreachable } = error;
  const cause = isUnreachable ? 'unreachable' : 'chunk_failure';
  return (
    <MessagePage
      emoji="🔄"
      title={t(`${cause}.title`)}
      text={t(`${cause}.text`)}
      detail={t('chunk_failure.message', { id: chunk, reason })}
      action={<AgainButton onRetry={isUnreachable ? onRetry : undefined} />}
    />
  );
};

/** Something broke that should not have. */
export const CrashFailure = () => {
  const t = useText();
  return <MessagePage emoji="😢" title={t('crash.title')} text={t('crash.text')} action={<AgainButton />} />;
};
