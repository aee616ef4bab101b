import { UserPlus } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button, type ButtonStyle } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';

interface CreateUserButtonProps {
  readonly look?: ButtonStyle;
  readonly onClick: () => void;
}

/** Links to the form of a new user; beside a title on a phone only the icon fits. */
export const CreateUserButton = ({ look = 'secondary', onClick }: CreateUserButtonProps) => {
  const t = useText();
  const isPhone = useMedia(media.phone);
  if (isPhone) return <IconButton label={t('users.create')} icon={<UserPlus />} onClick={onClick} />;
  return (
    <Button look={look} icon={<UserPlus />} onClick={onClick}>
      {t('users.create')}
    </Button>
  );
};
