import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media } from '#shared/lib/use-media.ts';
import { BytesField } from '#shared/ui/bytes-field.tsx';
import type { FieldProps } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { capacityModes, modeOf, type Capacity } from '../capacity.ts';

interface CapacityFieldProps extends Partial<FieldProps> {
  readonly value: Capacity | undefined;
  /** Undefined while no valid size is typed, with the error of an invalid one. */
  readonly onChange: (capacity: Capacity | undefined, fault?: string) => void;
}

/** Field for a storage limit: the default, a size, or unlimited. */
export const CapacityField = ({ value, onChange, ...field }: CapacityFieldProps) => {
  const t = useText();
  /** The last valid size. */
  const [known, setKnown] = useState<number>();
  const [isChosen, setChosen] = useState(false);
  const mode = value === undefined ? 'own' : modeOf(value);
  const size = typeof value === 'number' ? value : known;
  return (
    <>
      <Segmented
        label={t('capacity.mode')}
        value={mode}
        segments={capacityModes.map((name) => ({ value: name, label: t(`capacity.${name}`) }))}
        onChoose={(chosen) => {
          setKnown(size);
          setChosen(true);
          onChange(chosen === 'own' ? size : chosen === 'unlimited' ? null : 'default');
        }}
      />
      {mode === 'own' && (
        <>
          <BytesField
            id={field.id}
            aria-describedby={field['aria-describedby']}
            aria-invalid={field['aria-invalid']}
            aria-label={t('capacity.own_size')}
            name="capacity"
            value={size}
            focused={isChosen && matchMedia(media.autofocus).matches}
            onChange={(bytes, fault) => {
              setKnown(bytes ?? size);
              onChange(bytes, fault);
            }}
          />
          {size === undefined && <span className="muted">{t('capacity.missing')}</span>}
          {value === 0 && <span className="muted">{t('capacity.nothing')}</span>}
        </>
      )}
    </>
  );
};
