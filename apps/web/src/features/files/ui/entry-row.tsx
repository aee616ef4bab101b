import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { EntryCheck, EntryMenuButton, EntryShortcuts } from './entry-controls.tsx';
import { EntryName } from './entry-name.tsx';
import { EntryPicture } from './entry-picture.tsx';
import { useControlsShown, useEntryRow, type EntryProps } from './entry-props.ts';

interface EntryRowProps {
  readonly of: EntryProps;
  /** The class of a listing with columns of its own. */
  readonly look?: 'located-row' | 'shared-row' | 'trash-row';
  /** The cells between the name and the actions, where there is room for them. */
  readonly cells: () => ReactNode;
  /** The second line on a phone. */
  readonly facts: () => string | null | undefined;
  /** A notice beside the name, where there is room for it. */
  readonly notice?: ReactNode;
  /** Buttons before the menu button, where there is room for them. @param drawn false omits their icons */
  readonly shortcuts?: (drawn: boolean) => ReactNode;
}

/** The row of a listing: checkbox, picture, name, the listing's own cells and actions; two lines on a phone. */
export const EntryRow = ({ of: props, look, cells, facts, notice, shortcuts }: EntryRowProps) => {
  const t = useText();
  const row = useEntryRow(t, props, 1);
  const drawn = useControlsShown(props);
  const { entry, inTrash, selected, compact, selecting } = props;
  const { name, damaged_at: damagedAt } = entry.attributes;
  const line = compact ? facts() : null;
  return (
    <div className={look ? `list-row ${look}` : 'list-row'} {...row}>
      {(!compact || selecting) && (
        <span role="gridcell" className="list-check">
          <EntryCheck name={name} selected={selected} />
        </span>
      )}
      <span
        role="rowheader"
        className="list-name"
        aria-label={damagedAt ? t('files.damaged_name', { name }) : name}
      >
        <span className="list-icon">
          <EntryPicture entry={entry} room="row" iconWidth={compact ? 42 : 34} />
        </span>
        <EntryName {...props} />
        {!compact && notice}
        {line && <span className="list-facts numeric truncate">{line}</span>}
      </span>
      {!compact && cells()}
      <span role="gridcell" className="list-actions">
        {!compact && (shortcuts?.(drawn) ?? <EntryShortcuts entry={entry} inTrash={inTrash} drawn={drawn} />)}
        <EntryMenuButton name={name} compact={compact} drawn={drawn} />
      </span>
    </div>
  );
};
