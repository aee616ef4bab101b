import type { KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Emoji } from '#shared/ui/emoji.tsx';
import { quickEmoji } from './quick-emoji.ts';

interface EmojiChoiceProps {
  readonly value: string | null;
  readonly onChange: (emoji: string | null) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 };

/** Moves the focus among the buttons; the group is one tab stop. */
const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const step = steps[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const to = buttons[buttons.findIndex((button) => button === event.target) + step];
  if (!to) return;
  event.preventDefault();
  to.focus();
};

/** Rows of emoji to pick at a glance; pressing the chosen one again takes it away. */
export const EmojiChoice = ({ value, onChange }: EmojiChoiceProps) => {
  const t = useText();
  // A chosen one that is not in the rows takes the last place, so that it is seen and can be taken away.
  const offered: readonly string[] =
    value === null || quickEmoji.some((emoji) => emoji === value)
      ? quickEmoji
      : [...quickEmoji.slice(0, -1), value];
  const stop = value ?? offered[0];
  return (
    <div className="emoji-choice" role="group" aria-label={t('emoji_picker.label')} onKeyDown={moveFocus}>
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={emoji}
          aria-pressed={emoji === value}
          tabIndex={emoji === stop ? 0 : -1}
          onClick={() => onChange(emoji === value ? null : emoji)}
        >
          <Emoji value={emoji} size={22} />
        </button>
      ))}
    </div>
  );
};
