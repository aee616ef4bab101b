import { useState } from 'react';
import { ZoomedImage } from './zoomed-image.tsx';
import { FactsView } from './facts-view.tsx';
import type { ViewProps } from './view-props.ts';

/** The server's picture of a file that browsers do not show, or must not: SVG above all. */
export const PictureView = ({ item, controls, onDownload }: ViewProps) => {
  const [failed, setFailed] = useState(false);
  const { thumbnail } = item.attributes;
  if (failed || !thumbnail) return <FactsView item={item} reason="failed" onDownload={onDownload} />;
  return (
    <ZoomedImage item={item} first={thumbnail.lg} controls={controls} onFailure={() => setFailed(true)} />
  );
};
