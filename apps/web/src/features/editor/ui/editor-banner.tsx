import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { useStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import type { EditSession } from '../edit-session.ts';

interface BannerProps {
  readonly text: string;
  readonly isWarning?: boolean;
  readonly children?: ReactNode;
}

const Banner = ({ text, isWarning = false, children }: BannerProps) => (
  <section className="window-notice" data-warning={isWarning || undefined}>
    <p role="status">
      {isWarning && <TriangleAlert className="icon-16" />}
      <span>{text}</span>
    </p>
    {children && <div>{children}</div>}
  </section>
);

/** Notices for the writer before the next save, with the ways to go on. */
export const EditorBanner = ({ session }: { readonly session: EditSession }) => {
  const t = useText();
  const { isGone, isChanged, saved, restoredAt, failure } = useStore(session.state);
  const revert = (label: string) => (
    <Button size="small" onClick={session.revert}>
      {label}
    </Button>
  );
  return (
    <>
      {failure !== undefined && <Banner isWarning text={errorText(failure)} />}
      {isGone && <Banner isWarning text={t('editor.gone')} />}
      {isChanged && (
        <Banner isWarning text={t('editor.changed')}>
          <Button size="small" onClick={() => void session.compare()}>
            {t('editor.compare')}
          </Button>
        </Banner>
      )}
      {saved !== undefined && !isGone && (
        <Banner isWarning text={t('editor.conflict')}>
          {revert(t('editor.conflict.take'))}
        </Banner>
      )}
      {restoredAt !== undefined && saved === undefined && (
        <Banner text={t('editor.restored', { time: formatLongDate(new Date(restoredAt).toISOString()) })}>
          {revert(t('editor.restored.discard'))}
        </Banner>
      )}
    </>
  );
};
