import { useState, type SyntheticEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FactsView } from './facts-view.tsx';
import type { ViewProps } from './view-props.ts';

/** Gives the focus that a player has to what stays around it, before the player goes: keys go on reaching the preview. */
const passFocusOn = (player: HTMLMediaElement): void => {
  if (player === document.activeElement) player.closest<HTMLElement>('.preview-stage')?.focus();
};

/** Video and audio, played by the browser itself: it fetches what it plays by ranges, and starts nothing by itself. */
export const MediaView = ({ item, kind, onDownload }: ViewProps & { readonly kind: 'video' | 'audio' }) => {
  const t = useText();
  const [failed, setFailed] = useState(false);
  const [onlySound, setOnlySound] = useState(kind === 'audio');
  const { name, category, file_url: address, thumbnail } = item.attributes;
  if (failed || !address) return <FactsView item={item} reason="failed" onDownload={onDownload} />;
  const shared = {
    src: address,
    controls: true,
    preload: 'metadata',
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      passFocusOn(currentTarget);
      setFailed(true);
    },
  } as const;
  if (!onlySound)
    return (
      <div className="preview-pane preview-video">
        <video
          {...shared}
          poster={thumbnail?.lg}
          playsInline
          aria-label={t('preview.video')}
          // A recording, or pictures that this browser cannot draw.
          onLoadedMetadata={({ currentTarget }) => {
            if (currentTarget.videoWidth > 0) return;
            passFocusOn(currentTarget);
            setOnlySound(true);
          }}
        >
          <track kind="captions" />
        </video>
      </div>
    );
  return (
    <div className="preview-pane preview-audio">
      {thumbnail ? (
        <img src={thumbnail.md} alt="" draggable={false} />
      ) : (
        <FileIcon name={name} category={category} width={120} />
      )}
      <audio {...shared} aria-label={t('preview.audio')}>
        <track kind="captions" />
      </audio>
    </div>
  );
};
