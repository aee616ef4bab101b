import './photo-row.css';
import { UserRound } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { PhotoButtons } from '#shared/photo/photo-buttons.tsx';
import { CardRow } from '#shared/ui/card.tsx';

/** A photo that is not sent yet. */
const Preview = ({ photo }: { readonly photo: Blob }) => {
  const t = useText();
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    const address = URL.createObjectURL(photo);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [photo]);
  return <img ref={image} className="avatar" alt={t('create_user.photo_chosen')} width={52} height={52} />;
};

interface NewPhotoRowProps {
  readonly photo: Blob | undefined;
  readonly onChange: (photo: Blob | undefined) => void;
}

/** The photo that a new user begins with: it is sent with the rest. */
export const NewPhotoRow = ({ photo, onChange }: NewPhotoRowProps) => {
  const t = useText();
  const [fault, setFault] = useState<string>();
  return (
    <CardRow label={t('user.photo')} help={t('create_user.photo_help')} error={fault}>
      <div className="photo-row">
        {photo ? (
          <Preview photo={photo} />
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
