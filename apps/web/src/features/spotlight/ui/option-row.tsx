import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { useThumbnail } from '#shared/ui/use-thumbnail.ts';
import { matchedParts } from '../matching.ts';
import type { ItemResult, Option } from '../results.ts';

const Marked = ({ text, query }: { readonly text: string; readonly query: string }) => {
  let at = 0;
  return matchedParts(text, query).map((part) => {
    const key = (at += part.text.length);
    return part.match ? <mark key={key}>{part.text}</mark> : part.text;
  });
};

const Picture = ({ item }: Pick<ItemResult, 'item'>) => {
  const { address, ...picture } = useThumbnail(item.thumbnail);
  const { name, color, emoji, category } = item.attributes;
  if (item.type === 'folder') return <FolderIcon color={color} emoji={emoji} width={32} />;
  if (address) return <img src={address} alt="" draggable={false} width={36} height={36} {...picture} />;
  return <FileIcon name={name} category={category} width={24} />;
};

/** Where an item is, and how large. */
const usePlaceText = ({ item, path, trashed, deletedAt }: ItemResult): string | undefined => {
  const t = useText();
  const { size } = item.attributes;
  const where = trashed
    ? [t('trash.title'), deletedAt && t('spotlight.deleted', { date: formatShortDate(deletedAt) })]
    : [path && [t('files.home'), ...path].join(' / '), size !== null && path && formatBytes(size)];
  const parts = where.filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
};

const ItemText = ({ result, query }: { readonly result: ItemResult; readonly query: string }) => {
  const place = usePlaceText(result);
  return (
    <span className="spotlight-text">
      <span className="spotlight-title truncate">
        <Marked text={honestName(result.item.attributes.name)} query={query} />
      </span>
      {place && <span className="spotlight-place numeric truncate">{place}</span>}
    </span>
  );
};

interface OptionRowProps {
  readonly option: Option;
  readonly domId: string;
  readonly query: string;
  readonly active: boolean;
}

const DrawnOption = ({ option, domId, query, active }: OptionRowProps) => {
  const t = useText();
  const isItem = option.kind === 'item';
  return (
    <div
      id={domId}
      className="spotlight-option"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-option={option.id}
    >
      <span className="spotlight-picture" data-kind={option.kind} aria-hidden="true">
        {isItem ? <Picture item={option.result.item} /> : option.command.icon}
      </span>
      {isItem ? (
        <ItemText result={option.result} query={query} />
      ) : (
        <span className="spotlight-text">
          <span className="spotlight-title truncate">
            <Marked text={option.command.title} query={query} />
          </span>
        </span>
      )}
      {isItem && option.result.trashed && <span className="spotlight-tag">{t('spotlight.in_trash')}</span>}
      {!isItem && option.command.shortcut && <kbd className="key">{option.command.shortcut}</kbd>}
      {active && isItem && !option.result.trashed && (
        <span className="spotlight-hint" aria-hidden="true">
          {t('spotlight.key.open')}
          <kbd className="key">{t('spotlight.enter_key')}</kbd>
        </span>
      )}
    </div>
  );
};

/** One result. */
export const OptionRow = memo(DrawnOption);
