import './profile-head.css';
import { accountEndpoints } from '@holdall/contract/account.endpoints';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { PhotoButtons } from '#shared/photo/photo-buttons.tsx';
import { photoForm } from '#shared/photo/picture.ts';
import { userQuery } from '#shared/session/session.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { updateOwnUser } from '../own-user.cache.ts';

/** Uploads a square photo as the user's own. */
const useUpdateAvatar = () => {
  const client = useQueryClient();
  return async (photo: Blob): Promise<void> => {
    const { avatar } = await call(accountEndpoints.updateAvatar, { body: photoForm(photo) });
    updateOwnUser(client, { attributes: { avatar } });
  };
};

/** Removes the photo, so that the letter tile shows again. */
const useRemoveAvatar = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountEndpoints.removeAvatar, {}),
    onSuccess: () => updateOwnUser(client, { attributes: { avatar: null } }),
  });
};

/** Shows the user's picture, name, address and role. The picture can be changed here. */
export const ProfileHead = () => {
  const t = useText();
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  const [error, setError] = useState<string>();
  const update = useUpdateAvatar();
  const remove = useRemoveAvatar();
  const { name, email, role, avatar, two_factor_confirmed_at: twoFactor } = attributes;

  return (
    <div className="profile-head">
      <Avatar {...attributes} size={52} />
      <div className="profile-who">
        <b>{calledOf(attributes)}</b>
        <div className="profile-facts">
          {name && <span className="profile-email">{email}</span>}
          <RoleTag role={role} />
          <Tag
            tone={twoFactor ? 'success' : 'plain'}
            icon={twoFactor ? <ShieldCheck className="icon-14" /> : <ShieldOff className="icon-14" />}
          >
            {t(twoFactor ? 'account.two_factor.on' : 'account.two_factor.off')}
          </Tag>
        </div>
        {error && <FieldError id="avatar-error">{error}</FieldError>}
      </div>
      <div className="profile-photo">
        <PhotoButtons
          label={t('avatar.change')}
          onUse={update}
          onFault={setError}
          onRemove={avatar ? () => remove.mutate(undefined, { onError: openGenericAlert }) : undefined}
          removing={remove.isPending}
        />
      </div>
    </div>
  );
};
