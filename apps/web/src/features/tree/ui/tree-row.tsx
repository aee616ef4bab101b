import { ChevronRight } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Link } from '#shared/router/link.tsx';
import { folderTarget } from '#shared/ui/drop-targets.ts';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { TreeRow } from '../tree-rows.ts';

interface TreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  /** Its place among the rows that are seen, from 0. */
  readonly at: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly disabled: boolean;
  /** Address of the folder, where pressing it goes there. */
  readonly to: string | undefined;
  readonly isDropTarget: boolean;
}

const DrawnRow = ({ id, row, at, active, selected, disabled, to, isDropTarget }: TreeRowProps) => {
  const t = useText();
  const { folder, level, index, setSize, expanded } = row;
  const depth = { '--depth': level - 1 } as CSSProperties;
  if (!folder)
    return (
      <div className="tree-row" style={depth} aria-hidden="true">
        <span className="tree-toggle" />
        <Skeleton width={120} />
      </div>
    );
  const { name, emoji, color, items } = folder;
  const shown = <bdi>{honestName(name)}</bdi>;
  return (
    <div
      id={id}
      className="tree-row"
      style={depth}
      role="treeitem"
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={setSize}
      aria-expanded={expanded}
      aria-selected={selected}
      aria-disabled={disabled || undefined}
      aria-current={to !== undefined && selected ? 'page' : undefined}
      aria-label={t('tree.folder', { name, items: t('files.count.items', { count: items }) })}
      data-active={active || undefined}
      data-row={at}
      {...(isDropTarget && folderTarget(folder.id, name))}
    >
      <span
        className="tree-toggle"
        data-toggle={expanded === undefined ? undefined : ''}
        data-open={expanded || undefined}
      >
        {expanded !== undefined && <ChevronRight />}
      </span>
      <span className="tree-icon">
        <FolderIcon color={color} emoji={emoji} width={20} />
      </span>
      {to === undefined ? (
        <span className="tree-name truncate">{shown}</span>
      ) : (
        <Link className="tree-name truncate" to={to} tabIndex={-1} draggable={false}>
          {shown}
        </Link>
      )}
      {items > 0 && <span className="tree-count numeric" data-count={t('tree.count', { count: items })} />}
    </div>
  );
};

export const TreeRowView = memo(DrawnRow);
