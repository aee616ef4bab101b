import type { Item } from '@holdall/contract/files';
import type { SharePermission } from '@holdall/contract/share-link';
import { useText } from '#shared/i18n/use-text.ts';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';

const permissions = ['visitor', 'editor'] as const satisfies readonly SharePermission[];

export interface PermissionCardsProps {
  /** Editors of a folder change what is in it, those of a file its text. */
  readonly of: Item['data']['type'];
  readonly value: SharePermission;
  readonly onChoose: (value: SharePermission) => void;
}

/** Choice of a link's permissions. */
export const PermissionCards = ({ of, value, onChoose }: PermissionCardsProps) => {
  const t = useText();
  return (
    <ChoiceCards
      label={t('share.permission')}
      value={value}
      choices={permissions.map((permission) => ({
        value: permission,
        title: t(`share.${permission}`),
        text: t(
          of !== 'folder' && permission === 'editor' ? 'share.editor_text_file' : `share.${permission}_text`,
        ),
      }))}
      onChoose={onChoose}
    />
  );
};
