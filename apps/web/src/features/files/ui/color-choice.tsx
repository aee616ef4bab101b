import { folderColors, type FolderColor } from '@holdall/contract/colors';
import { useText } from '#shared/i18n/use-text.ts';

interface ColorChoiceProps {
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** The colours of folders as radio buttons, so that arrow keys move among them. */
export const ColorChoice = ({ value, onChange }: ColorChoiceProps) => {
  const t = useText();
  return (
    <div className="color-choice" role="radiogroup" aria-label={t('new_folder.color')}>
      {(Object.keys(folderColors) as FolderColor[]).map((name) => (
        <input
          key={name}
          type="radio"
          name="color"
          aria-label={t(`colors.${name}`)}
          data-tooltip={t(`colors.${name}`)}
          checked={value === folderColors[name]}
          style={{ backgroundColor: `var(--folder-${name}-front)` }}
          onChange={() => onChange(folderColors[name])}
        />
      ))}
    </div>
  );
};
