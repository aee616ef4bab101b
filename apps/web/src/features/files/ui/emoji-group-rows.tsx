import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { emojiColumns } from '../emoji-rows.ts';
import type { OfferedEmoji } from '../emoji-search.ts';
import { SheetEmoji } from './sheet-emoji.tsx';

interface EmojiGroupRowsProps {
  /** The heading; undefined for search results. */
  readonly label: string | undefined;
  readonly emoji: readonly OfferedEmoji[];
  /** The emoji that is the tab stop. */
  readonly stop: string | undefined;
  /** The element that scrolls the groups. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly onChoose: (emoji: string) => void;
  readonly onFocus: (emoji: string) => void;
  readonly onKey: (emoji: string, event: KeyboardEvent) => void;
}

/**
 * Emoji under one heading. They are drawn as they approach the visible area, so that only pictures of visible groups
 * are requested.
 */
export const EmojiGroupRows = (props: EmojiGroupRowsProps) => {
  const { label, emoji, stop, viewport, onChoose, onFocus, onKey } = props;
  const t = useText();
  const group = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(label === undefined);
  useEffect(() => {
    const drawn = group.current;
    if (near || drawn === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      root: viewport.current,
      rootMargin: '100px',
    });
    observer.observe(drawn);
    return () => observer.disconnect();
  }, [near, viewport]);
  const rows = Math.ceil(emoji.length / emojiColumns);
  return (
    <div ref={group} role="group" aria-label={label ?? t('emoji_picker.label')}>
      {label !== undefined && (
        <div className="emoji-search-group" aria-hidden="true">
          {label}
        </div>
      )}
      <div className="emoji-search-rows" style={{ '--emoji-rows': rows } as CSSProperties}>
        {near &&
          emoji.map(({ emoji: value, label: name, sheet }) => (
            <button
              key={value}
              type="button"
              className="emoji-search-emoji"
              data-emoji={value}
              aria-label={name}
              title={name}
              tabIndex={value === stop ? 0 : -1}
              onFocus={() => onFocus(value)}
              onKeyDown={(event) => onKey(value, event)}
              onClick={() => onChoose(value)}
            >
              <SheetEmoji {...{ value, sheet }} size={24} />
            </button>
          ))}
      </div>
    </div>
  );
};
