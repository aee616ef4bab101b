import './bytes-field.css';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { bytesOf, inUnits, sizeUnits, type SizeUnit } from './bytes.ts';
import type { FieldProps } from './card.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

interface BytesFieldProps extends Partial<FieldProps> {
  /** Bytes. */
  readonly value: number;
  readonly disabled?: boolean;
  /** Every number that can be read; undefined while what is written is none. */
  readonly onChange: (bytes: number | undefined) => void;
}

/** A size as people write it: a number and its unit. */
export const BytesField = ({ value, disabled, onChange, ...field }: BytesFieldProps) => {
  const t = useText();
  const [shown, setShown] = useState(() => inUnits(value));
  // Another value than the one that is written here has come from elsewhere.
  if (bytesOf(shown.written, shown.unit) !== value && shown.of !== value) setShown(inUnits(value));
  const change = (written: string, unit: SizeUnit): void => {
    const bytes = bytesOf(written, unit);
    setShown({ written, unit, of: value });
    onChange(bytes);
  };
  return (
    <span className="bytes-field">
      <TextInput
        {...field}
        className="numeric"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={shown.written}
        onChange={({ currentTarget }) => change(currentTarget.value, shown.unit)}
      />
      <Select
        aria-label={t('bytes.unit')}
        disabled={disabled}
        value={shown.unit}
        options={sizeUnits.map((unit) => ({ value: unit, label: unit }))}
        onChoose={(unit) => change(shown.written, unit as SizeUnit)}
      />
    </span>
  );
};
