import type { BrandImage } from '@holdall/contract/images';
import { BlobImage } from '#shared/photo/blob-image.tsx';
import { BrandImageField } from '#shared/photo/brand-image-field.tsx';
import { useImageMutations, useStoredImage } from '../images.ts';
import { SetupField } from './field.tsx';

/** Field for an image of the application. */
export const ImageField = ({ name }: { readonly name: BrandImage }) => {
  const { keep, remove } = useImageMutations(name);
  const image = useStoredImage(name);
  return (
    <BrandImageField
      Row={SetupField}
      {...{ name, remove }}
      replace={keep}
      draw={image && ((alt) => <BlobImage blob={image} alt={alt} />)}
    />
  );
};
