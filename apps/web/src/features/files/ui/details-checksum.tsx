import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { showToast } from '#shared/ui/toast.ts';

/** A file's SHA-256, with a button that copies it. */
export const Checksum = ({ value }: { readonly value: string }) => {
  const t = useText();
  const text = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    if (await copyText(value)) {
      showToast({ type: 'success', message: t('files.details.copied') });
      return;
    }
    if (text.current) getSelection()?.selectAllChildren(text.current);
    showToast({ type: 'danger', message: t('files.details.not_copied') });
  };
  return (
    <div className="details-checksum">
      <h3>{t('files.details.checksum')}</h3>
      <code ref={text}>{value}</code>
      <IconButton
        size="small"
        label={t('files.details.copy_checksum')}
        icon={<Copy className="icon-16" />}
        onClick={() => void copy()}
      />
    </div>
  );
};
