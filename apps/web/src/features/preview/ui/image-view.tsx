import { useEffect, useState } from 'react';
import { headerBytes, imageSize, maxPixels, type PixelSize } from '../image-size.ts';
import type { PreviewItem } from '../preview-item.ts';
import { previewKind } from '../preview-kind.ts';
import { readBytes } from '../read/text-pages.ts';
import { FactsView } from './facts-view.tsx';
import type { ViewProps } from './view-props.ts';
import { Waiting } from './waiting.tsx';
import { ZoomedImage } from './zoomed-image.tsx';

/** Returns the size that the server has found, else the one in the file's own header. */
type Known = PixelSize | 'unknown' | undefined;

const sizeOf = ({ attributes: { width, height } }: PreviewItem): PixelSize | undefined =>
  width && height ? { width, height } : undefined;

const useImageSize = (item: PreviewItem): Known => {
  const knownSize = sizeOf(item);
  const [read, setRead] = useState<Known>();
  const { file_url: address, size } = item.attributes;
  const isKnown = knownSize !== undefined;
  useEffect(() => {
    if (isKnown || !address) return undefined;
    const leaving = new AbortController();
    readBytes(address, { start: 0, end: Math.min(size ?? 0, headerBytes), signal: leaving.signal })
      .then((bytes) => setRead(imageSize(bytes) ?? 'unknown'))
      // The image itself then says whether it can be had.
      .catch(() => !leaving.signal.aborted && setRead('unknown'));
    return () => leaving.abort();
  }, [isKnown, address, size]);
  return knownSize ?? read;
};

const isTooLarge = (size: Known): size is PixelSize =>
  typeof size === 'object' && size.width * size.height > maxPixels;

/** Preloads the image that is likely to be viewed next. */
const useNeighbours = (items: ViewProps['nearby']): void => {
  const addresses = items
    .filter((item) => item && previewKind(item) === 'image')
    .map((item) => item?.attributes.thumbnail?.lg ?? '')
    .filter((address) => address !== '')
    .join(' ');
  useEffect(() => {
    for (const address of addresses === '' ? [] : addresses.split(' ')) new Image().src = address;
  }, [addresses]);
};

/** A raster image: the server's picture at once, then its own pixels. */
export const ImageView = ({ item, controls, nearby, onDownload }: ViewProps) => {
  const size = useImageSize(item);
  const [failed, setFailed] = useState(false);
  useNeighbours(nearby);
  const { file_url: address, thumbnail } = item.attributes;
  if (failed || !address) return <FactsView item={item} reason="failed" onDownload={onDownload} />;
  if (isTooLarge(size) && !thumbnail) {
    const { width, height } = size;
    return <FactsView item={item} reason="too_large" values={{ width, height }} onDownload={onDownload} />;
  }
  if (!thumbnail && size === undefined) return <Waiting />;
  const whole = size !== undefined && !isTooLarge(size) ? address : undefined;
  return (
    <ZoomedImage {...{ item, controls, whole }} first={thumbnail?.lg} onFailure={() => setFailed(true)} />
  );
};
