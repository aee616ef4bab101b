import { folderColors } from '@holdall/contract/colors';
import type { Ancestor } from '@holdall/contract/files';
import { Fragment, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { filesTop, paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Emoji } from '#shared/ui/emoji.tsx';
import { isFolder, type Entry } from '../entry.ts';
import { itemsText } from '../kind-text.ts';
import { trashEndText } from '../listing/trash-end.ts';

export const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd className="numeric">{children}</dd>
  </>
);

/**
 * The path of an item, from the top of the account or of the shared item; each step is a link, and the last one selects
 * the item.
 */
const Path = ({ above, of }: { readonly above: readonly Ancestor[]; readonly of: string }) => {
  const t = useText();
  // The last step is the folder that lists the item.
  const search = (isLast: boolean) => (isLast ? { select: of } : {});
  return (
    <>
      {!filesTop() && (
        <Link to={paths.files(null, search(above.length === 0))}>{t('files.location_home')}</Link>
      )}
      {above.map(({ id, name }, at) => (
        <Fragment key={id}>
          {id !== filesTop()?.id && (
            <span className="muted" aria-hidden="true">
              {' / '}
            </span>
          )}
          <Link to={paths.files(id, search(at === above.length - 1))}>
            <bdi>{honestName(name)}</bdi>
          </Link>
        </Fragment>
      ))}
    </>
  );
};

/** The folder that an item in the trash was deleted from. */
const Origin = ({ from }: { readonly from: { readonly id: string; readonly name: string } | null }) => {
  const t = useText();
  return (
    <Link to={paths.files(from?.id)}>
      {from ? <bdi>{honestName(from.name)}</bdi> : t('files.location_home')}
    </Link>
  );
};

/** The look of a folder: the name of its colour, if it has one, and its emoji. */
const Look = ({ color, emoji }: { readonly color: string | null; readonly emoji: string | null }) => {
  const t = useText();
  const shown = color ?? folderColors.petrol;
  const name = (Object.keys(folderColors) as (keyof typeof folderColors)[]).find(
    (known) => folderColors[known] === shown,
  );
  return (
    <span className="details-look">
      <span className="details-color" style={{ background: shown }} />
      {name ? t(`colors.${name}`) : shown}
      {emoji && <Emoji value={emoji} size={16} />}
    </span>
  );
};

interface EntryFactsProps {
  readonly entry: Entry;
  /** The ancestors, from the top; undefined until they are known. */
  readonly above: readonly Ancestor[] | undefined;
  /** True if the item lies in the trash, by itself or within a folder. */
  readonly trashed: boolean;
}

/** The facts about one item. */
export const EntryFacts = ({ entry, above, trashed }: EntryFactsProps) => {
  const t = useText();
  const { size, width, height, color, emoji, ...rest } = entry.attributes;
  const { created_at: created, modified_at: modified, deleted_at: deleted } = rest;
  const folder = isFolder(entry);
  const origin = entry.relationships.trashed_from;
  return (
    <dl className="details-facts">
      {folder && <Fact term={t('files.details.holds')}>{itemsText(t, entry)}</Fact>}
      {!folder && <Fact term={t('files.details.size')}>{formatBytes(size ?? 0)}</Fact>}
      {width !== undefined && height !== undefined && (
        <Fact term={t('files.details.dimensions')}>{`${width} × ${height}`}</Fact>
      )}
      {folder && (
        <Fact term={t('files.details.look')}>
          <Look color={color} emoji={emoji} />
        </Fact>
      )}
      <Fact term={t('files.details.added')}>{formatLongDate(created)}</Fact>
      {modified !== created && <Fact term={t('files.details.changed')}>{formatLongDate(modified)}</Fact>}
      {deleted && <Fact term={t('files.details.deleted')}>{formatLongDate(deleted)}</Fact>}
      {trashed && deleted && <Fact term={t('trash.end_column')}>{trashEndText(t, deleted)}</Fact>}
      {trashed && origin && (
        <Fact term={t('files.details.origin')}>
          <Origin from={origin.data} />
        </Fact>
      )}
      {!trashed && entry.id !== filesTop()?.id && (
        <Fact term={t('files.details.location')}>{above ? <Path above={above} of={entry.id} /> : '…'}</Fact>
      )}
    </dl>
  );
};
