import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { imageByteLimit } from '@holdall/contract/limits';
import type { BrandImage } from '@holdall/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { pictureTypes } from '#shared/photo/picture.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { setCachedImage } from '../settings.queries.ts';
import type { TabSettings } from '../use-setting.ts';

const shapes: Readonly<Record<BrandImage, 'square' | 'wide' | 'share'>> = {
  logo: 'square',
  logo_horizontal: 'wide',
  favicon: 'square',
  share_image: 'share',
};

const formOf = (name: BrandImage, file: File): FormData => {
  const form = new FormData();
  form.set('name', name);
  form.set('file', file);
  return form;
};

/** Setting of an image of the application: shows, replaces or resets it. */
export const ImageSetting = ({ tab, name }: { readonly tab: TabSettings; readonly name: BrandImage }) => {
  const t = useText();
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const address = tab.settings.data.images[name] ?? null;
  const label = t(`settings.image.${name}`);
  const handlers = {
    onMutate: () => setFault(undefined),
    onError: (error: unknown) => setFault(fieldFault(error, 'file')),
  };
  const replace = useMutation({
    ...handlers,
    mutationFn: (file: File) => administer(adminEndpoints.updateBrandImage, { body: formOf(name, file) }),
    onSuccess: ({ url }) => setCachedImage(client, name, url),
  });
  const remove = useMutation({
    ...handlers,
    mutationFn: () => administer(adminEndpoints.removeBrandImage, { params: { name } }),
    onSuccess: () => setCachedImage(client, name, null),
  });
  const take = (file: File | undefined): void => {
    if (!file) return;
    if (file.size > imageByteLimit) setFault(t('errors.image.too_large'));
    else replace.mutate(file);
  };
  return (
    <CardRow label={label} help={t(`settings.image.${name}_help`)} error={fault}>
      <div className="brand-image">
        <span className="brand-preview" data-shape={shapes[name]}>
          {address === null ? <ImageOff className="icon-16" /> : <img src={address} alt={label} />}
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
          aria-label={t(address === null ? 'settings.image_choose_of' : 'settings.image_replace_of', {
            name: label,
          })}
          onClick={() => picker.current?.click()}
        >
          {t(address === null ? 'settings.image_choose' : 'settings.image_replace')}
        </Button>
        {address === null ? (
          <span className="muted">{t('settings.image_none')}</span>
        ) : (
          <Button
            look="ghost"
            busy={remove.isPending}
            aria-label={t('settings.image_remove_of', { name: label })}
            onClick={() => remove.mutate()}
          >
            {t('settings.image_remove')}
          </Button>
        )}
      </div>
    </CardRow>
  );
};
