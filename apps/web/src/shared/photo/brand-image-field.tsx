import './brand-image-field.css';
import type { BrandImage } from '@holdall/contract/images';
import { imageByteLimit } from '@holdall/contract/limits';
import { ImageOff } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import type { FieldRow } from '#shared/ui/card.tsx';
import { pictureTypes } from './picture.ts';

export const brandImages = [
  'logo',
  'logo_horizontal',
  'favicon',
  'share_image',
] as const satisfies readonly BrandImage[];

const shapes: Readonly<Record<BrandImage, 'square' | 'wide' | 'share'>> = {
  logo: 'square',
  logo_horizontal: 'wide',
  favicon: 'square',
  share_image: 'share',
};

/** A mutation of the image. */
interface Change<Input> {
  readonly mutate: (input: Input) => void;
  readonly reset: () => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

interface BrandImageFieldProps {
  readonly Row: FieldRow;
  readonly name: BrandImage;
  /** Draws the image with an alternative text; undefined while the built-in one is used. */
  readonly draw: ((alt: string) => ReactNode) | undefined;
  readonly replace: Change<File>;
  readonly remove: Change<void>;
}

/** Field for an image of the application, which is stored as soon as it is chosen. */
export const BrandImageField = ({ Row, name, draw, replace, remove }: BrandImageFieldProps) => {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const label = t(`settings.image.${name}`);
  const failed = replace.error ?? remove.error;
  const fault = isTooLarge ? t('errors.image.too_large') : failed && fieldFault(failed, 'file');
  const take = (file: File | undefined): void => {
    if (!file) return;
    setTooLarge(file.size > imageByteLimit);
    replace.reset();
    remove.reset();
    if (file.size <= imageByteLimit) replace.mutate(file);
  };
  return (
    <Row label={label} help={t(`settings.image.${name}_help`)} error={fault ?? undefined}>
      <div className="brand-image">
        <span className="brand-preview" data-shape={shapes[name]}>
          {draw ? draw(label) : <ImageOff className="icon-16" />}
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
          busy={replace.isPending}
          aria-label={t(draw ? 'settings.image_replace_of' : 'settings.image_choose_of', { name: label })}
          onClick={() => picker.current?.click()}
        >
          {t(draw ? 'settings.image_replace' : 'settings.image_choose')}
        </Button>
        {draw ? (
          <Button
            look="ghost"
            busy={remove.isPending}
            aria-label={t('settings.image_remove_of', { name: label })}
            onClick={() => {
              setTooLarge(false);
              replace.reset();
              remove.mutate();
            }}
          >
            {t('settings.image_remove')}
          </Button>
        ) : (
          <span className="muted">{t('settings.image_none')}</span>
        )}
      </div>
    </Row>
  );
};
