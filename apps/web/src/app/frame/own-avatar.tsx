import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { userQuery } from '#shared/session/session.ts';
import { Avatar } from '#shared/ui/avatar.tsx';

/** The signed-in person's picture, which leads to their profile. @param size in pixels */
export const OwnAvatar = ({ size }: { readonly size: 32 | 42 }) => {
  const t = useText();
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  return (
    <Link
      className="own-avatar"
      to={paths.profile()}
      aria-label={t('frame.account', { name: attributes.name || attributes.email })}
    >
      <Avatar {...attributes} size={size} />
    </Link>
  );
};
