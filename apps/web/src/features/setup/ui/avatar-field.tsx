import '#shared/ui/avatar.css';
import './admin-form.css';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { BlobImage } from '#shared/photo/blob-image.tsx';
import { PhotoButtons } from '#shared/photo/photo-buttons.tsx';
import { useImageMutations, useStoredImage } from '../images.ts';
import { SetupField } from './field.tsx';

/** Field for the administrator's photo, which is stored as soon as its square is chosen. */
export const AvatarField = () => {
  const t = useText();
  const [fault, setFault] = useState<string>();
  const { keep, remove } = useImageMutations('avatar');
  const photo = useStoredImage('avatar');
  return (
    <SetupField
      label={t('user.photo')}
      error={fault ?? (remove.error && fieldFault(remove.error, 'file')) ?? undefined}
    >
      <div className="setup-avatar">
        {photo ? (
          <BlobImage
            blob={photo}
            className="avatar"
            alt={t('create_user.photo_chosen')}
            width={52}
            height={52}
          />
        ) : (
          <span className="avatar">
            <UserRound />
          </span>
        )}
        <div>
          <PhotoButtons
            label={t(photo ? 'avatar.change' : 'avatar.choose')}
            onUse={(chosen) => keep.mutateAsync(chosen)}
            onFault={setFault}
            onRemove={photo ? () => remove.mutate() : undefined}
            removing={remove.isPending}
          />
        </div>
      </div>
    </SetupField>
  );
};
