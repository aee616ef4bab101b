import { useRef, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { keyAlongLine } from '#shared/lib/reading.ts';
import { Emoji } from '#shared/ui/emoji.tsx';
import { quickSheet } from '../emoji-files.ts';
import { quickEmoji } from './quick-emoji.ts';
import { SheetEmoji } from './sheet-emoji.tsx';

interface EmojiChoiceProps {
  readonly value: string | null;
  readonly onChange: (emoji: string | null) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 };

/** Rows of quick emoji; pressing the chosen one again clears it. */
export const EmojiChoice = ({ value, onChange }: EmojiChoiceProps) => {
  const t = useText();
  const group = useRef<HTMLDivElement>(null);
  // A chosen emoji outside the rows takes the last place, so that it is visible and can be cleared.
  const offered: readonly string[] =
    value === null || quickEmoji.some((emoji) => emoji === value)
      ? quickEmoji
      : [...quickEmoji.slice(0, -1), value];
  const stop = value ?? offered[0];

  /** Arrow keys move the focus; the group is one tab stop. */
  const moveFrom = (index: number, event: KeyboardEvent): void => {
    const step = steps[keyAlongLine(event.key)];
    const to = step === undefined ? undefined : group.current?.querySelectorAll('button')[index + step];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  return (
    <div ref={group} className="emoji-choice" role="group" aria-label={t('emoji_picker.label')}>
      {offered.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          aria-label={emoji}
          aria-pressed={emoji === value}
          tabIndex={emoji === stop ? 0 : -1}
          onKeyDown={(event) => moveFrom(index, event)}
          onClick={() => onChange(emoji === value ? null : emoji)}
        >
          {quickEmoji.some((quick) => quick === emoji) ? (
            <SheetEmoji value={emoji} sheet={quickSheet} size={22} />
          ) : (
            <Emoji value={emoji} size={22} />
          )}
        </button>
      ))}
    </div>
  );
};
