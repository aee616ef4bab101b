import { useRef, useState, type SyntheticEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import type { PixelSize } from '../image-size.ts';
import type { PreviewItem } from '../preview-item.ts';
import { useZoom } from '../use-zoom.ts';
import type { ZoomStore } from '../zoom-controls.ts';

interface ZoomedImageProps {
  readonly item: PreviewItem;
  readonly controls: ZoomStore;
  /** A smaller picture that is there sooner. */
  readonly first?: string | undefined;
  /** The image itself. */
  readonly whole?: string | undefined;
  /** There is nothing to be seen. */
  readonly onFailure: () => void;
}

/** Formats without transparent pixels: their edges need nothing behind them. */
const opaque = /^image\/(?:jpeg|bmp|hei[cf])/;

/** Pixels of a side of the canvas that is looked at. */
const side = 32;

/**
 * Tells whether anything of a loaded image can be drawn. Browsers report broken ones as loaded too, as soon as they
 * know their size, and draw nothing.
 */
const isDrawable = async (image: HTMLImageElement): Promise<boolean> => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return true;
  context.drawImage(image, 0, 0, side, side);
  if (context.getImageData(0, 0, side, side).data.some((value) => value > 0)) return true;
  // Nothing is seen of a transparent one either, but it can be unpacked.
  try {
    (await createImageBitmap(image)).close();
    return true;
  } catch {
    return false;
  }
};

/** An image that is zoomed, moved and turned. */
export const ZoomedImage = ({ item, controls, first, whole, onFailure }: ZoomedImageProps) => {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const { name, width, height, mimetype } = item.attributes;
  const knownSize = width && height ? { width, height } : undefined;
  const [seen, setSeen] = useState<PixelSize>();
  const [drawn, setDrawn] = useState<'nothing' | 'first' | 'whole'>('nothing');
  const image = knownSize ?? seen;
  const { placement, larger, settles, ...handlers } = useZoom(stage, image, controls);

  const onLoad = (which: 'first' | 'whole') => (event: SyntheticEvent<HTMLImageElement>) => {
    const element = event.currentTarget;
    const { naturalWidth, naturalHeight } = element;
    const show = (): void => {
      if (!knownSize && (which === 'whole' || !seen)) setSeen({ width: naturalWidth, height: naturalHeight });
      setDrawn((before) => (before === 'whole' ? before : which));
    };
    // The server makes images of intact files only.
    if (which === 'first' || first !== undefined) return show();
    isDrawable(element).then((is) => (is ? show() : onFailure()), onFailure);
  };
  const onError = (isLast: boolean) => () => {
    if (isLast && drawn === 'nothing') onFailure();
  };
  const style = image &&
    placement && {
      width: image.width,
      height: image.height,
      '--scale': placement.scale,
      transform: `translate(-50%, -50%) translate(${placement.x}px, ${placement.y}px) rotate(${placement.turns * 90}deg) scale(${placement.scale})`,
    };
  const label = t('preview.picture_of', { name });
  return (
    <div
      ref={stage}
      className="preview-pane preview-image"
      data-larger={larger || undefined}
      data-shown={drawn === 'nothing' ? undefined : true}
      data-settles={settles || undefined}
      {...handlers}
    >
      {!opaque.test(mimetype ?? '') && <span className="preview-transparency" style={style} />}
      {first && drawn !== 'whole' && (
        <img
          src={first}
          alt={label}
          draggable={false}
          style={style}
          onLoad={onLoad('first')}
          onError={onError(whole === undefined)}
        />
      )}
      {whole && (
        <img
          src={whole}
          alt={drawn === 'whole' ? label : ''}
          draggable={false}
          decoding="async"
          style={style}
          onLoad={onLoad('whole')}
          onError={onError(true)}
        />
      )}
    </div>
  );
};
