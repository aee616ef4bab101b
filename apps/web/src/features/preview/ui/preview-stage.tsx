import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { Meanwhile } from '#shared/ui/popup-slot.tsx';
import { useState } from 'react';
import type { PreviewActions, PreviewItem } from '../preview-item.ts';
import { pictureKind, previewKind } from '../preview-kind.ts';
import { FactsView } from './facts-view.tsx';
import { ImageView } from './image-view.tsx';
import { MediaView } from './media-view.tsx';
import type { ViewProps } from './view-props.ts';
import { Waiting } from './waiting.tsx';
import { ZoomedImage } from './zoomed-image.tsx';

const TextView = lazyChunk('text-view', async () => (await import('./text-view.tsx')).TextView);
const PdfView = lazyChunk('pdf-view', async () => (await import('./pdf-view.tsx')).PdfView);

interface PreviewStageProps extends Omit<ViewProps, 'item'>, Pick<PreviewActions, 'onRestore'> {
  readonly item: PreviewItem | undefined;
  readonly gone: boolean;
  readonly trashed: boolean;
  /** Its bytes are counted: only the server's picture of it is shown. */
  readonly picturesOnly?: boolean | undefined;
}

/** The server's picture of a file that browsers do not show, or must not: SVG above all. */
const PictureView = ({ item, controls, onDownload }: ViewProps) => {
  const [failed, setFailed] = useState(false);
  const { thumbnail } = item.attributes;
  if (failed || !thumbnail) return <FactsView item={item} reason="failed" onDownload={onDownload} />;
  return (
    <ZoomedImage item={item} first={thumbnail.lg} controls={controls} onFailure={() => setFailed(true)} />
  );
};

/** The file itself, in the way of its kind. */
export const PreviewStage = ({
  item,
  gone,
  trashed,
  picturesOnly,
  onRestore,
  ...rest
}: PreviewStageProps) => {
  if (gone) return <FactsView reason="gone" />;
  if (!item) return <Waiting />;
  const { onDownload } = rest;
  if (trashed || item.attributes.deleted_at !== null)
    return <FactsView item={item} reason="in_trash" onRestore={onRestore} />;
  if (item.attributes.damaged_at !== undefined) return <FactsView item={item} reason="damaged" />;
  const view = { ...rest, item };
  switch ((picturesOnly ? pictureKind : previewKind)(item)) {
    case 'image':
      return <ImageView {...view} />;
    case 'picture':
      return <PictureView {...view} />;
    case 'video':
      return <MediaView {...view} kind="video" />;
    case 'audio':
      return <MediaView {...view} kind="audio" />;
    case 'pdf':
      return (
        <Meanwhile show={<Waiting />}>
          <PdfView {...view} />
        </Meanwhile>
      );
    case 'markdown':
    case 'text':
      return (
        <Meanwhile show={<Waiting />}>
          <TextView {...view} />
        </Meanwhile>
      );
    case 'empty':
      return <FactsView item={item} reason="empty" onDownload={onDownload} />;
    case 'none':
      return (
        <FactsView
          item={item}
          reason={previewKind(item) === 'none' ? 'none' : 'counted'}
          onDownload={onDownload}
        />
      );
  }
};
