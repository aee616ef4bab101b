import { useStore } from '#shared/lib/store.ts';
import { emojiName } from '#shared/ui/emoji-address.ts';
import { Emoji, emojiSet } from '#shared/ui/emoji.tsx';
import { sheetAddress } from '../emoji-files.ts';

interface SheetEmojiProps {
  readonly value: string;
  /** The name of the file with the picture. */
  readonly sheet: string;
  readonly size: number;
}

/** One emoji of a sheet, which holds the pictures of many. */
export const SheetEmoji = ({ value, sheet, size }: SheetEmojiProps) => {
  const set = useStore(emojiSet);
  if (set === 'applemoji') return <Emoji {...{ value, size }} />;
  return (
    <svg className="emoji" aria-hidden="true" width={size} height={size}>
      <use href={`${sheetAddress(sheet)}#e${emojiName(value)}`} />
    </svg>
  );
};
