import './settings.css';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { CardRow, type FieldProps } from '#shared/ui/card.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import type { SettingField } from '../use-setting.ts';

interface SettingRowProps {
  readonly label: string;
  readonly help?: string;
  readonly field: Pick<SettingField<unknown>, 'state' | 'error' | 'isLocked'>;
  /** Error of the value before it is sent. */
  readonly fault?: string | undefined;
  /** Shown below the control. */
  readonly below?: ReactNode;
  readonly children: ReactNode | ((field: FieldProps) => ReactNode);
}

/** Row of a setting: name, control, and save state, or a note that the environment decides it. */
export const SettingRow = ({ label, help, field, fault, below, children }: SettingRowProps) => {
  const t = useText();
  return (
    <CardRow
      label={label}
      help={field.isLocked ? t('settings.locked_help') : help}
      error={fault ?? field.error}
      below={below}
      status={
        field.isLocked ? (
          <Tag icon={<Lock className="icon-14" />}>{t('settings.locked')}</Tag>
        ) : (
          <SaveStatus state={field.state} />
        )
      }
    >
      {children}
    </CardRow>
  );
};
