import { ChevronDown, Link2 } from 'lucide-react';
import { memo } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import { linkText } from '#shared/lib/link-text.ts';
import { shortcutText } from '#shared/lib/shortcut.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { useThumbnail } from '#shared/ui/use-thumbnail.ts';
import { matchedParts, partsBetween, type TextPart } from '../matching.ts';
import type { Command, ItemResult, Option, Person } from '../results.ts';

const Marked = ({ parts }: { readonly parts: readonly TextPart[] }) => {
  let at = 0;
  return parts.map((part) => {
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

/** The location and size of an item. */
const placeText = ({ item, path, trashed, deletedAt }: ItemResult): string | undefined => {
  const { size } = item.attributes;
  const where = trashed
    ? [text('trash.title'), deletedAt && text('spotlight.deleted', { date: formatShortDate(deletedAt) })]
    : [
        path && [...(filesTop() ? [] : [text('files.home')]), ...path].join(' / '),
        size !== null && path && formatBytes(size),
      ];
  const parts = where.filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
};

const ItemText = ({ result, query }: { readonly result: ItemResult; readonly query: string }) => {
  const { item } = result;
  const name = honestName(item.attributes.name);
  const parts = matchedParts(name, query);
  const place = placeText(result);
  return (
    <span className="spotlight-text">
      <span className="spotlight-title">
        {/* The pieces that it is drawn in would be read as words. */}
        <span className="visually-hidden">{name}</span>
        <span aria-hidden="true">
          <FileName
            name={name}
            isFolder={item.type === 'folder'}
            draw={(piece, at) => <Marked parts={partsBetween(parts, at, at + piece.length)} />}
          />
        </span>
      </span>
      {place && <span className="spotlight-place numeric truncate">{place}</span>}
    </span>
  );
};

interface FoundItemProps {
  readonly result: ItemResult;
  readonly query: string;
  readonly active: boolean;
}

const FoundItem = ({ result, query, active }: FoundItemProps) => {
  const t = useText();
  const { item, trashed } = result;
  return (
    <>
      <span className="spotlight-picture" data-kind="item" aria-hidden="true">
        <Picture item={item} />
      </span>
      <ItemText {...{ result, query }} />
      {result.shared && (
        <span className="spotlight-mark" data-tooltip={linkText(t, result.shared)}>
          <Link2 className="icon-14" aria-hidden="true" />
          <span className="visually-hidden">{linkText(t, result.shared)}</span>
        </span>
      )}
      {trashed && <span className="spotlight-tag">{t('spotlight.in_trash')}</span>}
      {active && !trashed && (
        <span className="spotlight-hint" aria-hidden="true">
          {t('spotlight.key.open')}
          <kbd className="key">{shortcutText('Enter')}</kbd>
        </span>
      )}
    </>
  );
};

const OfferedCommand = ({ command, query }: { readonly command: Command; readonly query: string }) => (
  <>
    <span className="spotlight-picture" data-kind="command" aria-hidden="true">
      {command.icon}
    </span>
    <span className="spotlight-text">
      <span className="spotlight-title truncate">
        <Marked parts={matchedParts(command.title, query)} />
      </span>
    </span>
    {command.shortcut && <kbd className="key">{shortcutText(command.shortcut)}</kbd>}
  </>
);

const FoundPerson = ({ person, query }: { readonly person: Person; readonly query: string }) => (
  <>
    <span className="spotlight-picture" data-kind="item" aria-hidden="true">
      <Avatar {...person} size={32} />
    </span>
    <span className="spotlight-text">
      <span className="spotlight-title truncate">
        <Marked parts={matchedParts(honestName(calledOf(person)), query)} />
      </span>
      {person.name && (
        <span className="spotlight-place truncate">
          <Marked parts={matchedParts(person.email, query)} />
        </span>
      )}
    </span>
  </>
);

const More = ({ shown, found: { count, atLeast } }: Extract<Option, { kind: 'more' }>) => {
  const t = useText();
  return (
    <>
      <span className="spotlight-picture" data-kind="command" aria-hidden="true">
        <ChevronDown />
      </span>
      <span className="spotlight-text numeric truncate">
        {t(atLeast ? 'spotlight.show_more' : 'spotlight.show_all', { shown, total: count })}
      </span>
    </>
  );
};

interface OptionRowProps {
  readonly option: Option;
  readonly domId: string;
  readonly query: string;
  readonly active: boolean;
}

const DrawnOption = ({ option, domId, query, active }: OptionRowProps) => (
  <div
    id={domId}
    className="spotlight-option"
    role="option"
    tabIndex={-1}
    aria-selected={active}
    data-option={option.id}
  >
    {option.kind === 'item' ? (
      <FoundItem result={option.result} {...{ query, active }} />
    ) : option.kind === 'person' ? (
      <FoundPerson person={option.person} query={query} />
    ) : option.kind === 'more' ? (
      <More {...option} />
    ) : (
      <OfferedCommand command={option.command} query={query} />
    )}
  </div>
);

/** One result. */
export const OptionRow = memo(DrawnOption);
