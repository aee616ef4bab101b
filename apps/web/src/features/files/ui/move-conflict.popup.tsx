import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConflictPopup } from '#shared/ui/conflict.popup.tsx';
import { PopupFooter } from '#shared/ui/popup.tsx';
import type { MoveConflicts } from '../actions/item-popup.store.ts';
import { command } from '../actions/load-commands.ts';
import { decide, withoutSkipped } from '../actions/move-decisions.ts';

const answers = { keep_both: 'rename', replace: 'replace', skip: 'skip' } as const;
const choices = ['keep_both', 'replace', 'skip'] as const;

/** The texts that depend on what becomes of the items. */
const texts = {
  move: {
    own: 'conflict.moved',
    keep_both: 'conflict.keep_both.hint',
    replace: 'conflict.replace.hint',
    skip: 'conflict.skip.hint',
  },
  copy: {
    own: 'conflict.copied',
    keep_both: 'conflict.keep_both.hint_copy',
    replace: 'conflict.replace.hint',
    skip: 'conflict.skip.hint_copy',
  },
} as const;

interface MoveConflictPopupProps {
  readonly about: MoveConflicts;
  readonly onClose: () => void;
}

/** Asks the user about items whose names are taken in the destination, one after the other. */
export const MoveConflictPopup = ({ about, onClose }: MoveConflictPopupProps) => {
  const { how, batch, to, conflicts, total } = about;
  const t = useText();
  const client = useQueryClient();
  const [{ at, decisions }, setStep] = useState({ at: 0, decisions: about.decisions });
  const conflict = conflicts[at];
  if (!conflict) return null;
  const { existing, replaceable } = conflict;
  const name = shortName(conflict.name);
  const folder = shortName(to.name);
  const answer = (choice: keyof typeof answers, forAll: boolean): void => {
    const next = decide(decisions, conflict, { choice: answers[choice], forAll });
    if (!forAll && at + 1 < conflicts.length) {
      setStep({ at: at + 1, decisions: next });
      return;
    }
    onClose();
    const left = withoutSkipped(batch, next, conflicts);
    if (left.count > 0) void command((commands) => commands[how](client, left, { to, decisions: next }));
  };
  return (
    <ConflictPopup
      key={conflict.id}
      title={t(existing.type === 'folder' ? 'conflict.title_folder' : 'conflict.title', { name, folder })}
      sides={
        existing.type === 'file' && conflict.type === 'file'
          ? [
              { label: t('conflict.existing'), size: existing.size, changed: existing.modified_at },
              { label: t(texts[how].own), size: conflict.size, changed: conflict.modified_at },
            ]
          : undefined
      }
      choices={choices
        .filter((value) => value !== 'replace' || replaceable)
        .map((value) => ({ value, label: t(`conflict.${value}`), hint: t(texts[how][value]) }))}
      others={total - at - 1}
      onAnswer={answer}
      onClose={onClose}
    >
      <PopupFooter>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
      </PopupFooter>
    </ConflictPopup>
  );
};
