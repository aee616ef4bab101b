import { randomBytes } from 'node:crypto';
import type { SettingsInput } from '#features/settings/index.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';
import { draftOf, emptyDraft } from './draft.rules.ts';
import { type Draft, type DraftSecret, draftSecrets } from './draft.types.ts';

export interface Drafts {
  /** Returns the stored draft, or an empty one. */
  current(): Draft;
  /** Changes the stored draft synchronously, so that nothing comes in between. */
  change(make: (draft: Draft) => Draft): void;
  seal(name: DraftSecret, value: string): string;
  /** Returns a stored secret; empty if there is none, or it was sealed by another key. */
  open(name: DraftSecret): string;
  /** Returns the chosen settings for an installation, with their secrets in plain text. */
  settings(): SettingsInput;
}

const contextOf = (name: DraftSecret): string => `setup:${name}`;

export const createDrafts = ({
  draftStore,
  sealer,
}: {
  readonly draftStore: SetupDraftStore;
  readonly sealer: Sealer;
}): Drafts => {
  // Reads without writing, so that a read while the wizard ends leaves no file behind.
  const current = (): Draft => draftOf(draftStore.readDraft()) ?? emptyDraft(randomBytes(16).toString('hex'));
  const open = (name: DraftSecret): string => {
    const sealed = current().settings[name];
    if (sealed === undefined || sealed === '') return '';
    try {
      return sealer.open(sealed, contextOf(name));
    } catch (error) {
      if (error instanceof UnsealableError) return '';
      throw error;
    }
  };
  return {
    current,
    change: (make) => draftStore.writeDraft(make(current())),
    seal: (name, value) => (value === '' ? '' : sealer.seal(value, contextOf(name))),
    open,
    settings: () => {
      const { settings } = current();
      const secrets = draftSecrets
        .filter((name) => name in settings)
        .map((name) => [name, open(name)] as const);
      return { ...settings, ...Object.fromEntries(secrets) };
    },
  };
};
