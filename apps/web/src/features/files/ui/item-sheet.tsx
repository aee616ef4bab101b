import '#shared/ui/action-list.css';
import './item-sheet.css';
import { SquareCheck } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { FileName } from '#shared/ui/file-name.tsx';
import type { MenuItem } from '#shared/ui/menu-list.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { batchOf, type Batch } from '../actions/batch.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { isFolder, type Entry } from '../entry.ts';
import { factsText } from '../kind-text.ts';
import { EntryIcon } from './entry-icon.tsx';

interface ItemSheetProps {
  readonly entry: Entry | undefined;
  readonly batch: Batch;
  readonly actions: ItemActions;
  readonly items: readonly MenuItem[];
  /** Offers to begin a selection with the item; left out where there is one. */
  readonly selectable: boolean;
  readonly onClose: () => void;
}

/** Actions that are side by side at the head of the sheet. */
const quickActions: ReadonlySet<string> = new Set(['download', 'favourite', 'restore']);

/** The menu of an item as a sheet, for phones. */
export const ItemSheet = ({ entry, batch, actions, items, selectable, onClose }: ItemSheetProps) => {
  const t = useText();
  const doing = (act: () => void) => (): void => {
    onClose();
    act();
  };
  const named = entry && batch.count === 1 ? entry : undefined;
  const several = entry ? t('files.selected', { count: batch.count }) : t('actions.menu');
  const title = named?.attributes.name ?? several;
  const quick = entry ? items.filter(({ id }) => quickActions.has(id)) : [];
  const listed = items.filter((item) => !quick.includes(item));
  return (
    <Popup
      title={title}
      onClose={onClose}
      bare={(titleId) => (
        <>
          <div className="item-sheet-head">
            {named && <EntryIcon entry={named} width={48} />}
            <div>
              <h2 id={titleId} aria-label={title}>
                <FileName name={title} isFolder={!named || isFolder(named)} />
              </h2>
              {named && <p className="numeric">{factsText(t, named)}</p>}
            </div>
          </div>
          {(quick.length > 0 || selectable) && (
            <div className="item-sheet-quick">
              {quick.map(({ id, label, icon, onSelect }) => (
                <button key={id} type="button" onClick={doing(onSelect)}>
                  {icon}
                  {label}
                </button>
              ))}
              {entry && selectable && (
                <button type="button" onClick={doing(() => actions.run('select', batchOf([entry], batch)))}>
                  <SquareCheck />
                  {t('actions.select')}
                </button>
              )}
            </div>
          )}
          <div className="action-list">
            {listed.map(({ id, label, icon, danger, checked, onSelect }) => (
              <button
                key={id}
                type="button"
                aria-pressed={checked}
                data-danger={danger || undefined}
                onClick={doing(onSelect)}
              >
                {icon}
                {label}
              </button>
            ))}
          </div>
        </>
      )}
    />
  );
};
