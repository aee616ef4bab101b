import { versionLimits } from '@holdall/contract/version-limits';
import type { Version } from '@holdall/contract/versions';
import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import type { SavedVersion } from '../versions.changes.ts';
import { TextField } from '#shared/ui/text-field.tsx';

interface NameVersionPopupProps {
  readonly version: Version;
  readonly onSave: (label: string) => Promise<SavedVersion>;
  readonly onClose: () => void;
}

/** Names a version, or takes its name away. */
export const NameVersionPopup = ({ version, onSave, onClose }: NameVersionPopupProps) => {
  const t = useText();
  const hint = useId();
  const [label, setLabel] = useState(version.label);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (label.trim() === version.label) return onClose();
    setBusy(true);
    const saved = await onSave(label.trim());
    if (saved.isSaved) return onClose();
    setFault(saved.fault);
    setBusy(false);
  };
  return (
    <Popup title={t('versions.name.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <div className="popup-content">
          <TextField
            label={t('versions.name.field')}
            value={label}
            maxLength={versionLimits.label}
            autoComplete="off"
            aria-describedby={hint}
            error={fault}
            onChange={({ currentTarget }) => {
              setLabel(currentTarget.value);
              setFault(undefined);
            }}
          />
          <p id={hint} className="muted">
            {t('versions.name.hint')}
          </p>
        </div>
        <PopupFooter>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('versions.name.save')}
          </Button>
        </PopupFooter>
      </form>
    </Popup>
  );
};
