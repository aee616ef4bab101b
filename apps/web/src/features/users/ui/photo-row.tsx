import './photo-row.css';
import { useState } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { PhotoButtons } from '#shared/photo/photo-buttons.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { useUserChanges, useUserAction } from '../user-changes.ts';

/** Replaces or removes a user's photo, beside the name at the head of the page. */
export const PhotoRow = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { setPhoto, removePhoto } = useUserChanges(user.id);
  const [fault, setFault] = useState<string>();
  const { avatar } = user.attributes;
  const remove = useUserAction(async () => {
    await removePhoto();
    return undefined;
  });
  return (
    <CardRow label={t('user.photo')} error={fault}>
      <div className="photo-buttons">
        <PhotoButtons
          label={t(avatar ? 'avatar.change' : 'avatar.choose')}
          onUse={setPhoto}
          onFault={setFault}
          onRemove={avatar ? () => remove.mutate() : undefined}
          removing={remove.isPending}
        />
      </div>
    </CardRow>
  );
};
