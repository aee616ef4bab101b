import { useLayoutEffect, useRef, type ComponentProps } from 'react';

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'src'> {
  readonly blob: Blob;
  readonly alt: string;
}

/** A picture that has no address. */
export const BlobImage = ({ blob, alt, ...rest }: BlobImageProps) => {
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    const address = URL.createObjectURL(blob);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [blob]);
  return <img {...rest} ref={image} alt={alt} />;
};
