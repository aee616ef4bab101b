import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { folderSearchQuery, type FoundFolder } from '../folder-search.ts';

interface FolderSearchProps {
  readonly words: string;
  readonly selected: string | undefined;
  readonly isDisabled: (folder: FoundFolder) => boolean;
  readonly onChoose: (folder: FoundFolder, byKey: boolean) => void;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Folders by their names, with the way to each. */
export const FolderSearch = ({ words, selected, isDisabled, onChoose }: FolderSearchProps) => {
  const t = useText();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { data: found = [], isPending, isError } = useQuery(folderSearchQuery(words));
  const [active, setActive] = useState(0);
  const at = Math.min(active, found.length - 1);

  const pick = (folder: FoundFolder | undefined, byKey: boolean): void => {
    if (folder && !isDisabled(folder)) onChoose(folder, byKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pick(found[at], true);
      return;
    }
    const to = steps[event.key]?.(at, found.length);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };

  if (isError) return <p className="tree-note">{t('toasts.failed')}</p>;
  if (found.length === 0)
    return (
      <p className="tree-note" role="status">
        {isPending ? t('files.loading') : t('move.nothing_found', { words })}
      </p>
    );
  return (
    <div
      ref={list}
      className="folder-search tree"
      role="listbox"
      tabIndex={0}
      aria-label={t('move.found')}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const option = target instanceof Element ? target.closest<HTMLElement>('[data-found]') : null;
        const index = Number(option?.dataset['found'] ?? -1);
        if (index >= 0) setActive(index);
        pick(found[index], false);
      }}
    >
      {found.map((folder, index) => (
        <div
          key={folder.id}
          id={`${id}-${index}`}
          className="folder-found"
          role="option"
          aria-selected={folder.id === selected}
          aria-disabled={isDisabled(folder) || undefined}
          data-active={index === at || undefined}
          data-found={index}
          tabIndex={-1}
        >
          <span className="tree-icon">
            <FolderIcon color={folder.color} emoji={folder.emoji} width={20} />
          </span>
          <span className="truncate">
            <bdi>{honestName(folder.name)}</bdi>
          </span>
          <span className="folder-found-way truncate">
            {[t('files.home'), ...folder.above.map(({ name }) => honestName(name))].join(' / ')}
          </span>
        </div>
      ))}
    </div>
  );
};
