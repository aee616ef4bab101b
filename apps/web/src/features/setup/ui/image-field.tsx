import './image-field.css';
import { imageByteLimit } from '@holdall/contract/limits';
import type { BrandImage } from '@holdall/contract/images';
import { ImageOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { BlobImage } from '#shared/photo/blob-image.tsx';
import { pictureTypes } from '#shared/photo/picture.ts';
import { Button } from '#shared/ui/button.tsx';
import { useImageMutations, useStoredImage } from '../images.ts';
import { SetupField } from './field.tsx';

const shapes: Readonly<Record<BrandImage, 'square' | 'wide' | 'share'>> = {
  logo: 'square',
  logo_horizontal: 'wide',
  favicon: 'square',
  share_image: 'share',
};

/** Field for an image of the application, which is stored as soon as it is chosen. */
export const ImageField = ({ name }: { readonly name: BrandImage }) => {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const { keep, remove } = useImageMutations(name);
  const image = useStoredImage(name);
  const label = t(`settings.image.${name}`);
  const failed = keep.error ?? remove.error;
  const fault = tooLarge ? t('errors.image.too_large') : failed && fieldFault(failed, 'file');
  const take = (file: File | undefined): void => {
    if (!file) return;
    setTooLarge(file.size > imageByteLimit);
    remove.reset();
    if (file.size <= imageByteLimit) keep.mutate(file);
  };
  return (
    <SetupField label={label} hint={t(`settings.image.${name}_help`)} error={fault ?? undefined}>
      <div className="image-field">
        <span className="image-preview" data-shape={shapes[name]}>
          {image ? <BlobImage blob={image} alt={label} /> : <ImageOff className="icon-16" />}
        </span>
        <input
          ref={picker}
          type="file"
          hidden
          accept={pictureTypes}
          aria-label={label}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Button
          busy={keep.isPending}
          aria-label={t(image ? 'settings.image_replace_of' : 'settings.image_choose_of', { name: label })}
          onClick={() => picker.current?.click()}
        >
          {t(image ? 'settings.image_replace' : 'settings.image_choose')}
        </Button>
        {image && (
          <Button
            look="ghost"
            busy={remove.isPending}
            aria-label={t('settings.image_remove_of', { name: label })}
            onClick={() => {
              keep.reset();
              remove.mutate();
            }}
          >
            {t('settings.image_remove')}
          </Button>
        )}
      </div>
    </SetupField>
  );
};
