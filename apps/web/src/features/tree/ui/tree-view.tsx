import './tree.css';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { keyAlongLine } from '#shared/lib/reading.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { springEvent } from '#shared/ui/drop-targets.ts';
import { setExpanded, type ExpandedStore } from '../expanded.store.ts';
import { treeKeyAction, type TreeKeyAction } from '../tree-keys.ts';
import type { TreeFolder } from '../tree.queries.ts';
import type { TreeRow } from '../tree-rows.ts';
import type { Tree } from '../use-tree.ts';
import { showRow, useRowWindow } from '../use-row-window.ts';
import { TreeRowView } from './tree-row.tsx';

interface TreeViewProps {
  readonly tree: Tree;
  readonly store: ExpandedStore;
  readonly label: string;
  /** The folder that is shown or chosen. */
  readonly selected: string | null;
  readonly onOpen: (folder: TreeFolder, row: TreeRow) => void;
  /** Address of a folder, where pressing it goes there. */
  readonly to?: (folder: TreeFolder) => string;
  readonly isDisabled?: (folder: TreeFolder, row: TreeRow) => boolean;
  readonly isDropTarget?: boolean;
}

/** Pixels of a row; larger for fingers. */
const rowHeights = { wide: 30, mobile: 44 } as const;

/** Folders as a tree by the ARIA pattern: one tab stop, all of the keyboard, only what is near the sight drawn. */
export const TreeView = ({ tree, store, label, selected, isDropTarget = false, ...on }: TreeViewProps) => {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const mobile = useMedia(media.mobile);
  const rowHeight = mobile ? rowHeights.mobile : rowHeights.wide;
  const [activeKey, setActiveKey] = useState<string>();
  const { rows, show } = tree;
  const { first, last } = useRowWindow(list, { rows: rows.length, rowHeight });
  useEffect(() => show(first, last), [show, first, last]);

  const found = rows.findIndex(({ key }) => key === activeKey);
  const active = found >= 0 ? found : rows.findIndex(({ folder }) => folder?.id === selected);

  const activate = (index: number): void => {
    setActiveKey(rows[index]?.key);
    if (list.current) showRow(list.current, index, rowHeight);
  };
  const toggle = ({ folder, expanded }: TreeRow): void => {
    if (folder && expanded !== undefined) setExpanded(store, [folder.id], !expanded);
  };
  const open = (row: TreeRow): void => {
    const { folder } = row;
    if (folder && !on.isDisabled?.(folder, row)) on.onOpen(folder, row);
  };
  const act = (action: TreeKeyAction): void => {
    if (action.type === 'move') activate(action.to);
    else if (action.type === 'open') open(action.row);
    else if (action.type === 'expand-siblings') {
      const beside = rows.filter(({ parentId }) => parentId === action.row.parentId);
      const ids = beside.flatMap(({ folder, expanded }) => (folder && expanded === false ? folder.id : []));
      setExpanded(store, ids, true);
    } else toggle(action.row);
  };
  const rowOf = ({ target }: { readonly target: EventTarget }): TreeRow | undefined => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    return element ? rows[Number(element.dataset['row'])] : undefined;
  };

  // A drag that rests on a closed folder opens it here; on any other one it goes there.
  useEffect(() => {
    const element = list.current;
    const onSpring = (event: Event): void => {
      const row = event.target ? rowOf({ target: event.target }) : undefined;
      if (row?.folder && row.expanded === false) {
        event.preventDefault();
        setExpanded(store, [row.folder.id], true);
      }
    };
    element?.addEventListener(springEvent, onSpring);
    return () => element?.removeEventListener(springEvent, onSpring);
  });

  return (
    <div
      ref={list}
      className="tree"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-busy={tree.loading || undefined}
      aria-activedescendant={active >= first && active <= last ? `${id}-${active}` : undefined}
      style={{ height: rows.length * rowHeight, '--tree-row': `${rowHeight}px` } as CSSProperties}
      onFocus={() => active < 0 && setActiveKey(rows[0]?.key)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
        const action = treeKeyAction(keyAlongLine(event.key), rows, active);
        if (!action) return;
        event.preventDefault();
        event.stopPropagation();
        act(action);
      }}
      onClick={(event: MouseEvent) => {
        const row = rowOf(event);
        if (!row) return;
        setActiveKey(row.key);
        const isToggle = event.target instanceof Element && event.target.closest('[data-toggle]') !== null;
        if (isToggle) toggle(row);
        // A link has gone where it leads, or the browser has opened it elsewhere.
        else if (!(event.target instanceof Element && event.target.closest('a'))) open(row);
      }}
    >
      <div
        className="tree-rows"
        role="presentation"
        style={{ transform: `translateY(${first * rowHeight}px)` }}
      >
        {rows.slice(first, last + 1).map((row, step) => (
          <TreeRowView
            key={row.key}
            id={`${id}-${first + step}`}
            at={first + step}
            row={row}
            active={first + step === active}
            selected={row.folder !== undefined && row.folder.id === selected}
            disabled={row.folder !== undefined && (on.isDisabled?.(row.folder, row) ?? false)}
            to={row.folder && on.to?.(row.folder)}
            isDropTarget={isDropTarget}
          />
        ))}
      </div>
    </div>
  );
};
