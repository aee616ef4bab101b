import './photo-row.css';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { BlobImage } from '#shared/photo/blob-image.tsx';
import { PhotoButtons } from '#shared/photo/photo-buttons.tsx';
import { CardRow } from '#shared/ui/card.tsx';

interface NewPhotoRowProps {
  readonly photo: Blob | undefined;
  readonly onChange: (photo: Blob | undefined) => void;
}

/** Field for a new user's photo, which is sent with the rest. */
export const NewPhotoRow = ({ photo, onChange }: NewPhotoRowProps) => {
  const t = useText();
  const [fault, setFault] = useState<string>();
  return (
    <CardRow label={t('user.photo')} help={t('create_user.photo_help')} error={fault}>
      <div className="photo-row">
        {photo ? (
          <BlobImage
            blob={photo}
            className="avatar"
            alt={t('create_user.photo_chosen')}
            width={52}
            height={52}
          />
        ) : (
          <span className="avatar new-photo">
            <UserRound />
          </span>
        )}
        <div className="photo-buttons">
          <PhotoButtons
            label={t(photo ? 'avatar.change' : 'avatar.choose')}
            onUse={async (chosen) => onChange(chosen)}
            onFault={setFault}
            onRemove={photo ? () => onChange(undefined) : undefined}
          />
        </div>
      </div>
    </CardRow>
  );
};
