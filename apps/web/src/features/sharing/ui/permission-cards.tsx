import type { SharePermission } from '@holdall/contract/share-link';
import { useText } from '#shared/i18n/use-text.ts';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';

const permissions = ['visitor', 'editor'] as const satisfies readonly SharePermission[];

interface PermissionCardsProps {
  readonly value: SharePermission;
  readonly onChoose: (value: SharePermission) => void;
}

/** Choice of a folder link's permissions. */
export const PermissionCards = ({ value, onChoose }: PermissionCardsProps) => {
  const t = useText();
  return (
    <ChoiceCards
      label={t('share.permission')}
      value={value}
      choices={permissions.map((permission) => ({
        value: permission,
        title: t(`share.${permission}`),
        text: t(`share.${permission}_text`),
      }))}
      onChoose={onChoose}
    />
  );
};
