import './copied-link.css';
import { Check, Link2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { Button } from './button.tsx';
import { announce } from './live-region.tsx';
import { TextInput } from './text-input.tsx';

/** The outcome of copying a link. */
export type Copying = 'copied' | 'refused';

/** Asks the browser to copy a link. */
export const copyLink = async (address: string): Promise<Copying> =>
  (await copyText(address)) ? 'copied' : 'refused';

interface CopiedLinkProps {
  readonly address: string;
  /** Copying it was tried a moment ago: the link is selected. */
  readonly tried?: Copying | undefined;
  /** The announcement of that to screen readers. */
  readonly spoken?: string;
  /** Stands below it once it was copied. */
  readonly hint?: string;
}

const select = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.select();
};

/** A link to be seen and copied. Where the browser does not copy, it is selected. */
export const CopiedLink = ({ address, tried, spoken, hint }: CopiedLinkProps) => {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [pressed, setPressed] = useState<Copying>();
  const copying = pressed ?? tried;

  useEffect(() => {
    if (tried === undefined) return;
    if (spoken !== undefined) announce(spoken);
    select(field.current);
  }, [tried, spoken]);

  const copy = async (): Promise<void> => {
    const result = await copyLink(address);
    setPressed(result);
    announce(result === 'copied' ? (hint ?? t('copy.done')) : t('share.refused'));
    if (result === 'refused') select(field.current);
  };
  const text = copying === 'refused' ? t('share.refused') : copying && hint;

  return (
    <div className="copied-link">
      <label htmlFor={id}>{t('share.link')}</label>
      <div>
        <TextInput
          ref={field}
          id={id}
          readOnly
          value={address}
          spellCheck={false}
          aria-describedby={text === undefined ? undefined : `${id}-text`}
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
      {text !== undefined && <p id={`${id}-text`}>{text}</p>}
    </div>
  );
};
