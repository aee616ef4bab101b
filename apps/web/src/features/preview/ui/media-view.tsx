import { useState, type SyntheticEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FactsView } from './facts-view.tsx';
import type { ViewProps } from './view-props.ts';

/** Gives the focus that a player has to what stays around it, before the player goes: keys go on reaching the preview. */
const passFocusOn = (player: HTMLMediaElement): void => {
  if (player === document.activeElement) player.closest<HTMLElement>('.preview-stage')?.focus();
};

/** Returns the verdict of a player. `undefined` is a player that still loads, or plays. */
const verdictOf = (player: HTMLMediaElement): 'failed' | 'only-sound' | undefined => {
  if (player.error) return 'failed';
  // From HAVE_METADATA on.
  const isLoaded = player.readyState > 0;
  // A recording, or pictures that this browser cannot draw.
  return isLoaded && player instanceof HTMLVideoElement && player.videoWidth === 0 ? 'only-sound' : undefined;
};

/** Video and audio, played by the browser itself: it fetches what it plays by ranges, and starts nothing by itself. */
export const MediaView = ({ item, kind, onDownload }: ViewProps & { readonly kind: 'video' | 'audio' }) => {
  const t = useText();
  const [failed, setFailed] = useState(false);
  const [onlySound, setOnlySound] = useState(kind === 'audio');
  const { name, category, file_url: address, thumbnail } = item.attributes;
  const look = (player: HTMLMediaElement): void => {
    const verdict = verdictOf(player);
    if (!verdict) return;
    passFocusOn(player);
    if (verdict === 'failed') setFailed(true);
    else setOnlySound(true);
  };
  if (failed || !address) return <FactsView item={item} reason="failed" onDownload={onDownload} />;
  const shared = {
    src: address,
    controls: true,
    preload: 'metadata',
    // A player loads from the moment it is made, and React drops the events of what is not on the page yet.
    ref: (player: HTMLMediaElement | null) => {
      if (player) look(player);
    },
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => look(currentTarget),
  } as const;
  if (!onlySound)
    return (
      <div className="preview-pane preview-video">
        <video
          {...shared}
          poster={thumbnail?.lg}
          playsInline
          aria-label={t('preview.video')}
          onLoadedMetadata={({ currentTarget }) => look(currentTarget)}
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
