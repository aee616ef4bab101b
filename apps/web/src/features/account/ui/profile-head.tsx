import './profile-head.css';
import { Camera, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { useRemoveAvatar } from '../avatar.mutations.ts';
import { pictureTypes, readPicture } from '../picture.ts';
import { CropPopup } from './crop.popup.tsx';

/** Who it is: picture, name, address, role; the picture can be changed here. */
export const ProfileHead = () => {
  const t = useText();
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  const [picture, setPicture] = useState<ImageBitmap>();
  const [error, setError] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const remove = useRemoveAvatar();
  const { name, email, role, avatar, two_factor_confirmed_at: twoFactor } = attributes;

  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readPicture(file);
    setError(typeof read === 'string' ? read : undefined);
    if (typeof read !== 'string') setPicture(read);
  };
  const close = (): void => {
    picture?.close();
    setPicture(undefined);
  };

  return (
    <div className="profile-head">
      <Avatar {...attributes} size={52} />
      <div className="profile-who">
        <b>{name || email}</b>
        <div className="profile-facts">
          {name && <span className="profile-email">{email}</span>}
          <Tag tone={role}>{t(`role.${role}`)}</Tag>
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
        <input
          ref={picker}
          type="file"
          hidden
          accept={pictureTypes}
          aria-label={t('avatar.change')}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Button size="small" icon={<Camera className="icon-16" />} onClick={() => picker.current?.click()}>
          {t('avatar.change')}
        </Button>
        {avatar && (
          <Button
            size="small"
            look="danger-text"
            icon={<Trash2 className="icon-16" />}
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onError: openGenericAlert })}
          >
            {t('avatar.remove')}
          </Button>
        )}
      </div>
      {picture && <CropPopup picture={picture} onClose={close} />}
    </div>
  );
};
