import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { BytesField } from '#shared/ui/bytes-field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { capacityModes, capacityOf, firstOwnSize, modeOf, type Capacity } from '../capacity.ts';

interface CapacityFieldProps {
  readonly value: Capacity | undefined;
  readonly disabled?: boolean;
  /** Undefined while the size that is written is none. */
  readonly onChange: (capacity: Capacity | undefined) => void;
}

/** What somebody may store: as the settings have it, a size of their own, or no limit. */
export const CapacityField = ({ value, disabled = false, onChange }: CapacityFieldProps) => {
  const t = useText();
  const [size, setSize] = useState(typeof value === 'number' ? value : firstOwnSize);
  const mode = value === undefined ? 'own' : modeOf(value);
  return (
    <>
      <Segmented
        label={t('capacity.mode')}
        value={mode}
        disabled={disabled}
        segments={capacityModes.map((name) => ({ value: name, label: t(`capacity.${name}`) }))}
        onChoose={(chosen) => onChange(capacityOf(chosen, size))}
      />
      {mode === 'own' && (
        <BytesField
          aria-label={t('capacity.own_size')}
          value={size}
          disabled={disabled}
          onChange={(bytes) => {
            if (bytes !== undefined) setSize(bytes);
            onChange(bytes);
          }}
        />
      )}
    </>
  );
};
