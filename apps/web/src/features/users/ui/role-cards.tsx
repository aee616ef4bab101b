import { useText } from '#shared/i18n/use-text.ts';
import type { Role } from '@holdall/contract/permissions';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import { roles } from '../roles.ts';

interface RoleCardsProps {
  readonly value: Role;
  readonly disabled?: boolean;
  readonly onChoose: (role: Role) => void;
}

/** Choice of a role with its permissions. */
export const RoleCards = ({ value, disabled = false, onChoose }: RoleCardsProps) => {
  const t = useText();
  return (
    <ChoiceCards
      label={t('create_user.role')}
      value={value}
      disabled={disabled}
      choices={roles.map((role) => ({
        value: role,
        title: <RoleTag role={role} />,
        text: t(`role.${role}_help`),
      }))}
      onChoose={onChoose}
    />
  );
};
