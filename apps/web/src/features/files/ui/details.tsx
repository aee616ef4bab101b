import './details.css';
import { Copy, Download, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-date.ts';
import { useStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { isFolder, type Entry, type Page } from '../entry.ts';
import { itemQuery } from '../files.queries.ts';
import { countsText, itemsText, kindText } from '../kind-text.ts';
import { selectionStore } from '../selection.store.ts';
import { onlySelected, summaryOf } from '../selection.ts';
import { EntryIcon } from './entry-icon.tsx';

interface DetailsProps {
  readonly meta: Page['meta'] | undefined;
  /** The folder that is shown; null at the top. */
  readonly folder: Entry | null;
  readonly onDownload: (entry: Entry) => void;
}

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd className="numeric">{children}</dd>
  </>
);

const Checksum = ({ value }: { readonly value: string }) => {
  const t = useText();
  const text = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ type: 'success', message: t('files.details.copied') });
    } catch {
      // Refused by the browser, or there is no clipboard because the page came without https.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      showToast({ type: 'danger', message: t('files.details.not_copied') });
    }
  };
  return (
    <div className="details-checksum">
      <h3>{t('files.details.checksum')}</h3>
      <code ref={text}>{value}</code>
      <IconButton
        size="small"
        label={t('files.details.copy_checksum')}
        icon={<Copy className="icon-16" />}
        onClick={() => void copy()}
      />
    </div>
  );
};

/** The facts of one item. */
export const EntryDetails = ({
  entry,
  onDownload,
}: { readonly entry: Entry } & Pick<DetailsProps, 'onDownload'>) => {
  const t = useText();
  const details = useQuery(itemQuery(entry.id));
  const { name, size, created_at: created, updated_at: updated } = entry.attributes;
  const folder = isFolder(entry);
  const above = details.data?.meta.ancestors.at(-1);
  const sha256 = details.data?.data.attributes.sha256;
  return (
    <>
      <div className="details-picture">
        <EntryIcon entry={entry} width={folder ? 104 : 85} />
      </div>
      <h3 className="details-name">{name}</h3>
      <p className="details-kind numeric">
        {folder
          ? `${kindText(t, entry)} · ${itemsText(t, entry)}`
          : `${kindText(t, entry)} · ${formatBytes(size ?? 0)}`}
      </p>
      <dl className="details-facts">
        <Fact term={t('files.details.added')}>{formatLongDate(created)}</Fact>
        {updated !== created && <Fact term={t('files.details.changed')}>{formatLongDate(updated)}</Fact>}
        <Fact term={t('files.details.location')}>
          <Link to={paths.files(entry.attributes.parent_id)}>
            {above?.name ?? (entry.attributes.parent_id ? '…' : t('files.location_home'))}
          </Link>
        </Fact>
      </dl>
      {!folder && (
        <Button full icon={<Download className="icon-16" />} onClick={() => onDownload(entry)}>
          {t('files.download')}
        </Button>
      )}
      {sha256 && <Checksum value={sha256} />}
    </>
  );
};

/** The facts of several items together. */
const ManyDetails = ({
  entries,
  meta,
}: {
  readonly entries: readonly Entry[];
  readonly meta: Page['meta'];
}) => {
  const t = useText();
  const summary = summaryOf(useStore(selectionStore), meta);
  return (
    <>
      <div className="details-picture details-fan">
        {entries.slice(0, 3).map((entry) => (
          <EntryIcon key={entry.id} entry={entry} width={84} />
        ))}
      </div>
      <h3 className="details-name numeric">{t('files.selected', { count: summary.count })}</h3>
      <p className="details-kind numeric">{countsText(t, summary)}</p>
      {summary.files > 0 && (
        <dl className="details-facts">
          <Fact term={t('files.details.size')}>{formatBytes(summary.size)}</Fact>
        </dl>
      )}
    </>
  );
};

/** What is selected, else the folder itself. */
export const DetailsBody = ({ meta, folder, onDownload }: DetailsProps) => {
  const t = useText();
  const selection = useStore(selectionStore);
  const one = onlySelected(selection) ?? (selection.all || selection.entries.size > 0 ? undefined : folder);
  if (one) return <EntryDetails key={one.id} entry={one} onDownload={onDownload} />;
  const entries = selection.all ? [] : [...selection.entries.values()];
  if (meta && (selection.all || entries.length > 0)) return <ManyDetails entries={entries} meta={meta} />;
  return <p className="muted">{t('files.details.none')}</p>;
};

interface DetailsPanelProps extends DetailsProps {
  readonly onClose: () => void;
  /** Stands at the foot: the uploads. */
  readonly dock: ReactNode;
}

export const DetailsPanel = ({ onClose, dock, ...body }: DetailsPanelProps) => {
  const t = useText();
  return (
    <aside className="details" aria-label={t('files.details')}>
      <div className="details-header">
        <h2>{t('files.details')}</h2>
        <span className="spacer" />
        <IconButton size="small" label={t('files.details.close')} icon={<X />} onClick={onClose} />
      </div>
      <div className="details-body">
        <DetailsBody {...body} />
      </div>
      {dock}
    </aside>
  );
};
