import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { useEffect, useRef } from 'react';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Emoji } from '#shared/ui/emoji.tsx';
import { emojiLanguages } from '../emoji-languages.ts';

/** The newest emoji that have a picture. */
const emojiVersion = 15;

/** The picker counts rows and columns from 0, where ARIA counts from 1. */
const fromOne = (index: number | undefined): number | undefined =>
  index === undefined ? undefined : index + 1;

const parts: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="emoji-search-group">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...props} aria-rowindex={fromOne(props['aria-rowindex'])} />,
  Emoji: ({ emoji, 'aria-colindex': column, ...props }) => (
    <button
      {...props}
      {...{ 'aria-colindex': fromOne(column) }}
      type="button"
      className="emoji-search-emoji"
      data-active={emoji.isActive || undefined}
    >
      <Emoji value={emoji.emoji} size={24} />
    </button>
  ),
};

/** All emoji, by search and by group. */
export const EmojiSearch = ({ onChoose }: { readonly onChoose: (emoji: string) => void }) => {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const locale = emojiLanguages.find((language) => language === currentLocale()) ?? 'en';
  return (
    <EmojiPicker.Root
      className="emoji-search"
      columns={9}
      emojiVersion={emojiVersion}
      emojibaseUrl="/emoji/data"
      locale={locale}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <EmojiPicker.Search
        ref={field}
        className="emoji-search-field"
        aria-label={t('emoji_picker.search')}
        placeholder={t('emoji_picker.search')}
      />
      <EmojiPicker.Viewport className="emoji-search-viewport" tabIndex={0}>
        <EmojiPicker.Loading className="emoji-search-note">{t('emoji_picker.loading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className="emoji-search-note">{t('emoji_picker.empty')}</EmojiPicker.Empty>
        <EmojiPicker.List components={parts} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
};
