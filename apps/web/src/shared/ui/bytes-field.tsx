import './bytes-field.css';
import { mostBytes } from '@holdall/contract/limits';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { byteUnits, formatBytes } from '#shared/lib/format-bytes.ts';
import { bytesOf, inUnits, isAmount, sizeUnits, tidied, type SizeUnit } from './bytes.ts';
import type { FieldProps } from './card.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

/** Attributes that tie it to a row, where there is one. */
type Tie = { readonly [Key in keyof FieldProps]?: FieldProps[Key] | undefined };

interface BytesFieldProps extends Tie {
  /** Bytes; undefined where none were chosen yet. */
  readonly value: number | undefined;
  /** Bytes that it may be at the most. */
  readonly most?: number;
  readonly disabled?: boolean;
  readonly name?: string;
  readonly 'aria-label'?: string;
  /** Gives it the focus when it appears. */
  readonly focused?: boolean;
  /** Called with every valid size; with undefined and the fault in words while the text is none. */
  readonly onChange: (bytes: number | undefined, fault: string | undefined) => void;
}

interface Shown {
  readonly written: string;
  readonly unit: SizeUnit;
  /** The value that it stands for, or did when it was changed. */
  readonly of: number | undefined;
}

const shownOf = (value: number | undefined): Shown =>
  value === undefined ? { written: '', unit: 'GB', of: value } : inUnits(value);

/** A size as people write it: a number and its unit. */
export const BytesField = ({
  value,
  most = mostBytes,
  disabled,
  focused = false,
  onChange,
  ...field
}: BytesFieldProps) => {
  const t = useText();
  const [shown, setShown] = useState(() => shownOf(value));
  const [focusFirst] = useState(() => (input: HTMLInputElement | null) => {
    if (focused) input?.focus();
  });
  const taken = (written: string, unit: SizeUnit): number | undefined => {
    const bytes = bytesOf(written, unit);
    return bytes !== undefined && bytes <= most ? bytes : undefined;
  };
  // The value is the written one, or another one that has come from elsewhere.
  if (shown.of !== value)
    setShown(taken(shown.written, shown.unit) === value ? { ...shown, of: value } : shownOf(value));
  const change = (written: string, unit: SizeUnit): void => {
    setShown({ written, unit, of: value });
    const bytes = taken(written, unit);
    if (bytes !== undefined) onChange(bytes, undefined);
    else
      onChange(
        undefined,
        isAmount(written) ? t('bytes.too_large', { size: formatBytes(most) }) : t('bytes.invalid'),
      );
  };
  return (
    <span className="bytes-field">
      <TextInput
        {...field}
        ref={focusFirst}
        className="numeric"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={shown.written}
        onChange={({ currentTarget }) => change(currentTarget.value, shown.unit)}
        onBlur={() => setShown({ ...shown, written: tidied(shown.written) })}
      />
      <Select
        aria-label={t('bytes.unit')}
        disabled={disabled}
        value={shown.unit}
        options={sizeUnits.map((unit, index) => ({ value: unit, label: byteUnits()[index + 1] ?? unit }))}
        onChoose={(unit) => change(shown.written, unit as SizeUnit)}
      />
    </span>
  );
};
