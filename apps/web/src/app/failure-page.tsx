import { RotateCw } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import type { ChunkError } from '#shared/ui/lazy-chunk.ts';
import { MessagePage } from '#shared/ui/message-page.tsx';

const ReloadButton = () => {
  const t = useText();
  return (
    <Button look="primary" size="large" icon={<RotateCw />} onClick={() => location.reload()}>
      {t('actions.reload')}
    </Button>
  );
};

/** A part of the application did not load (specification section 8). */
export const ChunkFailure = ({ error: { chunk, reason } }: { readonly error: ChunkError }) => {
  const t = useText();
  return (
    <MessagePage
      emoji="🔄"
      title={t('chunk_failure.title')}
      text={t('chunk_failure.text')}
      detail={t('chunk_failure.message', { id: chunk, reason })}
      action={<ReloadButton />}
    />
  );
};

/** Something broke that should not have. */
export const CrashFailure = () => {
  const t = useText();
  return <MessagePage emoji="😢" title={t('crash.title')} text={t('crash.text')} action={<ReloadButton />} />;
};
