import { useEffect, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { keyAlongLine } from '#shared/lib/reading.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { useThumbnail } from '#shared/ui/use-thumbnail.ts';
import type { PreviewItem, PreviewWalk } from '../preview-item.ts';

/** Files to either side of the shown one. */
const reach = 12;

const frameId = (position: number): string => `preview-frame-${position}`;

const Frame = ({ item }: { readonly item: PreviewItem | undefined }) => {
  const { address, ...picture } = useThumbnail(item?.attributes.thumbnail?.sm);
  if (!item) return null;
  if (address) return <img src={address} alt="" draggable={false} loading="lazy" {...picture} />;
  const { name, category } = item.attributes;
  return (
    <>
      <FileIcon name={name} category={category} width={22} />
      <span className="preview-frame-name">{honestName(name)}</span>
    </>
  );
};

/** The files around the shown one, as small pictures. */
export const Filmstrip = ({ walk: { position = 0, total = 0, at, go } }: { readonly walk: PreviewWalk }) => {
  const t = useText();
  const strip = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const chosen = strip.current?.querySelector(`#${frameId(position)}`);
    chosen?.scrollIntoView({
      inline: 'center',
      block: 'nearest',
      behavior: isFirst.current ? 'instant' : 'smooth',
    });
    isFirst.current = false;
  }, [position]);
  const first = Math.max(0, position - reach);
  const last = Math.min(total - 1, position + reach);
  const turn = (key: string): number | undefined =>
    ({ ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: total - 1 })[key];
  return (
    <div
      ref={strip}
      className="preview-strip"
      role="listbox"
      tabIndex={0}
      aria-label={t('preview.files')}
      aria-orientation="horizontal"
      aria-activedescendant={frameId(position)}
      onKeyDown={({ key }) => {
        const next = turn(keyAlongLine(key));
        if (next !== undefined && next >= 0 && next < total) go(next);
      }}
    >
      {Array.from({ length: last - first + 1 }, (_, step) => {
        const index = first + step;
        const item = at(index);
        return (
          <button
            key={index}
            type="button"
            tabIndex={-1}
            id={frameId(index)}
            className="preview-frame"
            role="option"
            aria-label={item?.attributes.name ?? t('preview.loading')}
            aria-selected={index === position}
            aria-setsize={total}
            aria-posinset={index + 1}
            onClick={() => go(index)}
          >
            <Frame item={item} />
          </button>
        );
      })}
    </div>
  );
};
