import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { toggleDetailsSide } from '../details-side.store.ts';

/** The facts of the shown file, beside it; below it on phones. */
export const DetailsSide = ({ children }: { readonly children: ReactNode }) => {
  const t = useText();
  return (
    <aside className="preview-details" aria-label={t('preview.details')}>
      <div className="preview-details-head">
        <h2>{t('preview.details')}</h2>
        <span className="spacer" />
        <IconButton size="small" label={t('files.details.close')} icon={<X />} onClick={toggleDetailsSide} />
      </div>
      {children}
    </aside>
  );
};
