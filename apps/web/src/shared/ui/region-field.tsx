import './region-field.css';
import { s3Regions } from '@holdall/contract/s3-regions';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import type { FieldProps } from './card.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

const other = 'other';
const known = s3Regions.map(({ value, name }) => ({ value, label: `${name} · ${value}` }));

interface RegionFieldProps extends FieldProps {
  /** The name of the field itself, in forms whose fields are told apart by it. */
  readonly name?: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (region: string) => void;
}

/** A region of object storage: one of Amazon's, or another provider's by its name. */
export const RegionField = ({ value, disabled = false, onChange, ...field }: RegionFieldProps) => {
  const t = useText();
  const isKnown = known.some((region) => region.value === value);
  /** The text that was typed last: a region in the list may be the beginning of another. */
  const [typed, setTyped] = useState<string>();
  const isOther = !isKnown || typed === value;
  return (
    <span className="region-field">
      <Select
        {...field}
        options={[...known, { value: other, label: t('environment.region_other') }]}
        value={isOther ? other : value}
        disabled={disabled}
        onChoose={(chosen) => {
          setTyped(undefined);
          onChange(chosen === other ? '' : chosen);
        }}
      />
      {isOther && (
        <TextInput
          aria-label={t('environment.region_name')}
          aria-describedby={field['aria-describedby']}
          aria-invalid={field['aria-invalid']}
          value={value}
          disabled={disabled}
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="auto"
          onChange={({ currentTarget: { value: written } }) => {
            setTyped(written);
            onChange(written);
          }}
        />
      )}
    </span>
  );
};
