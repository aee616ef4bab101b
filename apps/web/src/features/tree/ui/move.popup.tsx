import './move.popup.css';
import type { Item } from '@holdall/contract/files';
import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media } from '#shared/lib/use-media.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { createStore } from '#shared/lib/store.ts';
import { mayCreateFolder, type Restrictions } from '#shared/session/restrictions.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { expandedFolders, setExpanded } from '../expanded.store.ts';
import { folderSearchQuery, useSettled, type FoundFolder } from '../folder-search.ts';
import { lastTarget, type MoveTarget } from '../last-target.store.ts';
import { topId } from '../tree-rows.ts';
import { useTree } from '../use-tree.ts';
import { FolderSearch } from './folder-search.tsx';
import { InlineFolderForm } from './inline-folder-form.tsx';
import { TreeView } from './tree-view.tsx';

export interface MovePopupProps {
  /** Items can be copied instead. */
  readonly how?: 'move' | 'copy';
  /** Items that are moved, at least one. */
  readonly count: number;
  /** The name of the only one. */
  readonly name?: string | undefined;
  /** Texts for moving something else than items of the account; the top is chosen then. */
  readonly words?: { readonly title: string; readonly origin: string; readonly submit: string };
  /** The folder that all of them are in; undefined where they come from several. */
  readonly from: string | null | undefined;
  /** Tells whether a folder is among the moved items, which cannot go into themselves. */
  readonly isMoved: (folder: { readonly id: string; readonly parentId: string | null }) => boolean;
  readonly restrictions: Restrictions;
  readonly onMove: (to: { readonly id: string | null; readonly name: string }) => void;
  /** A folder was made meanwhile. */
  readonly onCreated: (folder: Item['data']) => void;
  readonly onClose: () => void;
}

const targetOf = ({ id, name, above }: FoundFolder): MoveTarget => ({
  id,
  name,
  above: above.map((folder) => folder.id),
});

/** The texts of the two ways. */
const texts = {
  move: { title: 'move.title', named: 'move.title_named', submit: 'move.submit' },
  copy: { title: 'move.copy_title', named: 'move.copy_title_named', submit: 'move.copy_submit' },
} as const;

/** Asks for the folder that items are moved or copied into: from the tree, by its name, or a new one. */
export const MovePopup = ({
  how = 'move',
  count,
  name,
  words: own,
  from,
  isMoved,
  restrictions,
  ...on
}: MovePopupProps) => {
  const t = useText();
  const [store] = useState(() => createStore<ReadonlySet<string>>(new Set(expandedFolders.get())));
  const top = filesTop() ?? { name: t('files.home') };
  const tree = useTree(store, top);
  const [target, setTarget] = useState<MoveTarget | undefined>(
    () => lastTarget.get() ?? (own && { id: null, name: top.name, above: [] }),
  );
  const [creating, setCreating] = useState(false);
  const [typed, setTyped] = useState('');
  const words = useSettled(typed).trim();
  const field = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLDivElement>(null);

  useEffect(() => {
    setExpanded(store, lastTarget.get()?.above ?? [], true);
    if (matchMedia(media.autofocus).matches) field.current?.focus();
  }, [store]);

  const isBlocked = (ids: readonly (string | null)[]): boolean =>
    ids.some((id, at) => id !== null && isMoved({ id, parentId: ids[at - 1] ?? null }));
  const mayTake = ({ id, above }: MoveTarget): boolean => !isBlocked([...above, id]) && id !== from;
  // The last target may have gone, or be among what is moved now.
  const pressed = target && mayTake(target) ? target : undefined;
  const { data: found = [], isPlaceholderData: isOutdated } = useQuery(folderSearchQuery(words));
  const [hit] = found.map(targetOf);
  // A single result needs no choosing.
  const only = words !== '' && !isOutdated && found.length === 1 && hit && mayTake(hit) ? hit : undefined;
  const chosen = only ?? pressed;

  const submit = (to: MoveTarget | undefined): void => {
    if (!to) return;
    lastTarget.set(to);
    on.onClose();
    on.onMove({ id: to.id, name: to.name });
  };
  const choose = (next: MoveTarget, byKey = false): void => {
    // Once more on the same folder means it; so does Enter on the only one.
    if ((byKey ? chosen : pressed)?.id === next.id) submit(next);
    else setTarget(next);
  };
  const created = (folder: Item['data']): void => {
    const above = chosen?.id ? [...chosen.above, chosen.id] : [];
    setExpanded(store, above, true);
    setTarget({ id: folder.id, name: folder.attributes.name, above });
    setCreating(false);
    setTyped('');
    on.onCreated(folder);
  };

  return (
    <Popup
      title={
        own?.title ??
        (name === undefined ? t(texts[how].title, { count }) : t(texts[how].named, { name: shortName(name) }))
      }
      onClose={on.onClose}
    >
      <div className="popup-content">
        {own && <p className="move-origin">{own.origin}</p>}
        <TextField
          ref={field}
          label={t('move.search')}
          type="search"
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const isEnter = event.key === 'Enter';
            if (isEnter && typed.trim() === words && (words === '' || only)) submit(chosen);
            else if (isEnter || event.key === 'ArrowDown')
              folders.current?.querySelector<HTMLElement>('[role=listbox], [role=tree]')?.focus();
            else return;
            event.preventDefault();
          }}
        />
        <div ref={folders} className="move-folders" data-tree-scroller>
          {words === '' ? (
            <TreeView
              tree={tree}
              store={store}
              label={t('tree.title')}
              selected={chosen ? (chosen.id ?? topId) : null}
              isDisabled={({ id }, row) =>
                isBlocked([...row.above, id]) || (id === topId ? null : id) === from
              }
              onOpen={({ id, name: folderName }, { above }) =>
                choose({ id: id === topId ? null : id, name: folderName, above })
              }
            />
          ) : (
            <FolderSearch
              words={words}
              selected={chosen?.id ?? undefined}
              isDisabled={(folder) => !mayTake(targetOf(folder))}
              onChoose={(folder, byKey) => choose(targetOf(folder), byKey)}
            />
          )}
        </div>
        {creating && (
          <InlineFolderForm
            parentId={chosen?.id ?? null}
            parentName={chosen?.name ?? top.name}
            onCreated={created}
            onClose={() => setCreating(false)}
          />
        )}
      </div>
      <PopupFooter>
        {!creating && (
          <Button
            look="ghost"
            icon={<FolderPlus className="icon-16" />}
            onClick={() => {
              if (mayCreateFolder(restrictions)) setCreating(true);
            }}
          >
            {t('files.new_folder')}
          </Button>
        )}
        <span className="spacer" />
        <Button look="ghost" onClick={on.onClose}>
          {t('actions.cancel')}
        </Button>
        <Button look="primary" disabled={!chosen} onClick={() => submit(chosen)}>
          {own?.submit ?? t(texts[how].submit)}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
