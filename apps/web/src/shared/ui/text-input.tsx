import './text-field.css';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useLimit } from './use-limit.ts';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  readonly size?: 'medium' | 'large';
  /** Drawn inside the box, at its end. */
  readonly end?: ReactNode;
}

/** A box to write into; its label is the caller's. It says so where more is written than there is room for. */
export const TextInput = ({ size = 'medium', end, ...rest }: TextInputProps) => {
  const t = useText();
  const { isCut, around } = useLimit(rest.maxLength);
  return (
    <span
      ref={around}
      className="text-field-box"
      data-size={size}
      data-invalid={rest['aria-invalid'] ? true : undefined}
    >
      <input {...rest} />
      {isCut && (
        <span className="text-field-limit" role="alert">
          {t('field.limit', { count: rest.maxLength ?? 0 })}
        </span>
      )}
      {end}
    </span>
  );
};
