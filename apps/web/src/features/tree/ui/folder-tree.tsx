import { useEffect } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { filesTop, paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { expandedFolders, setExpanded } from '../expanded.store.ts';
import { useTree } from '../use-tree.ts';
import { TreeView } from './tree-view.tsx';

interface FolderTreeProps {
  /** The folder that is viewed; null where none is. */
  readonly current: string | null;
  /** The folders above it, from the top, once they are known. */
  readonly above: readonly string[] | undefined;
}

/** The folders of the account, or those below what is shared with it at their head; the way to the folder that is viewed opens by itself. */
export const FolderTree = ({ current, above }: FolderTreeProps) => {
  const t = useText();
  const tree = useTree(expandedFolders, filesTop());
  const way = above?.join(' ') ?? '';
  useEffect(() => {
    // Opens each folder once: a user who closes it afterwards wants it closed.
    if (current !== null && way !== '') setExpanded(expandedFolders, way.split(' '), true);
  }, [current, way]);

  if (tree.error)
    return (
      <p className="tree-note">
        {t('files.error.title')}{' '}
        <button type="button" onClick={tree.reload}>
          {t('actions.try_again')}
        </button>
      </p>
    );
  if (tree.loading)
    return (
      <div aria-hidden="true">
        {[110, 150, 90].map((width) => (
          <div key={width} className="tree-row">
            <span className="tree-toggle" />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    );
  if (tree.rows.length === 0) return <p className="tree-note">{t('tree.empty')}</p>;
  return (
    <TreeView
      tree={tree}
      store={expandedFolders}
      label={t('tree.title')}
      selected={current}
      isDropTarget
      to={({ id }) => paths.files(id)}
      onOpen={({ id }) => navigate(paths.files(id))}
    />
  );
};
