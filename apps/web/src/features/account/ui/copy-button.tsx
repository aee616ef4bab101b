import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { copyText } from '#shared/lib/copy-text.ts';

/** Copies a text and confirms it. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) {
      setCopied(true);
      announce(t('copy.done'));
    } else showToast({ type: 'danger', message: t('copy.failed') });
  };
  return (
    <Button
      size="small"
      icon={isCopied ? <Check className="icon-16" /> : <Copy className="icon-16" />}
      onClick={() => void copy()}
    >
      {t(isCopied ? 'copy.done' : 'copy.action')}
    </Button>
  );
};
