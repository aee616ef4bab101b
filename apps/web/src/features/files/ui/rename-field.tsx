import './rename-field.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { showToast } from '#shared/ui/toast.ts';
import { baseLength } from '#shared/lib/base-length.ts';
import { renaming } from '../actions/item-popup.store.ts';
import { command } from '../actions/load-commands.ts';
import { isFolder, type Entry } from '../entry.ts';

/** The field that renames an entry in place. Enter and blur save, Escape reverts. */
export const RenameField = ({ entry }: { readonly entry: Entry }) => {
  const t = useText();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { name: before } = entry.attributes;
  const [name, setName] = useState(before);
  const closed = useRef(false);

  // Only on mount: later changes do not move the cursor.
  const begin = useEffectEvent(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(0, baseLength(before, isFolder(entry)));
  });
  useLayoutEffect(() => begin(), []);

  const close = (save: boolean): void => {
    if (closed.current) return;
    closed.current = true;
    const grid = input.current?.closest<HTMLElement>('[role=grid]');
    const hadFocus = document.activeElement === input.current;
    renaming.set(undefined);
    if (hadFocus) grid?.focus({ preventScroll: true });
    const wanted = name.trim();
    if (!save || wanted === '' || wanted === before) return;
    const fault = nameFault(wanted);
    if (fault) {
      const names = { name: shortName(before), wanted: shortName(wanted) };
      showToast({ type: 'danger', message: t('failed.rename', { ...names, reason: t(fault) }) });
    } else void command((commands) => commands.rename(client, entry, { fields: { name: wanted } }));
  };

  return (
    <input
      ref={input}
      className="rename-field"
      aria-label={t('rename.label', { name: before })}
      value={name}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={({ currentTarget }) => setName(currentTarget.value)}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        // Neither the listing nor the page handles keys typed here.
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault();
          close(event.key === 'Enter');
        }
      }}
    />
  );
};
