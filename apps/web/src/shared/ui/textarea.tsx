import './textarea.css';
import type { ComponentProps } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useLimit } from './use-limit.ts';

/** Room for several lines, growing with them; its label is the caller's. It says so where more is written than fits. */
export const Textarea = ({ rows = 3, ...rest }: ComponentProps<'textarea'>) => {
  const t = useText();
  const { isCut, around } = useLimit(rest.maxLength);
  return (
    <span ref={around} className="textarea-box">
      <textarea {...rest} className="textarea" rows={rows} />
      {isCut && (
        <span className="textarea-limit" role="alert">
          {t('field.limit', { count: rest.maxLength ?? 0 })}
        </span>
      )}
    </span>
  );
};
