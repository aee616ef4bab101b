import { Check, Link2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { shareAddress } from '#shared/paths/share-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';

/** What became of copying a link. */
export type Copying = 'copied' | 'refused';

interface LinkAddressProps {
  readonly token: string;
  /** Somebody has tried to copy it a moment ago. */
  readonly tried: Copying | undefined;
}

/** The link itself, to be seen and copied. Where the browser does not copy, it is selected. */
export const LinkAddress = ({ token, tried }: LinkAddressProps) => {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState(tried);
  const address = shareAddress(token);

  useEffect(() => {
    if (tried === undefined) return;
    announce(t(tried === 'copied' ? 'share.created_copied' : 'share.created_refused'));
    field.current?.focus();
    field.current?.select();
  }, [t, tried]);

  const copy = async (): Promise<void> => {
    const isCopied = await copyText(address);
    setCopying(isCopied ? 'copied' : 'refused');
    announce(t(isCopied ? 'copy.done' : 'share.refused'));
    if (isCopied) return;
    field.current?.focus();
    field.current?.select();
  };

  return (
    <div className="share-link">
      <label htmlFor={id}>{t('share.link')}</label>
      <div>
        <TextInput
          ref={field}
          id={id}
          readOnly
          value={address}
          spellCheck={false}
          aria-describedby={copying === 'refused' ? `${id}-text` : undefined}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          look="primary"
          data-copied={copying === 'copied' || undefined}
          icon={copying === 'copied' ? <Check /> : <Link2 />}
          onClick={() => void copy()}
        >
          {t(copying === 'copied' ? 'copy.done' : 'share.copy')}
        </Button>
      </div>
      {copying === 'refused' && <p id={`${id}-text`}>{t('share.refused')}</p>}
    </div>
  );
};
