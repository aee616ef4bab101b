import { ApiError } from '#shared/api/api-error.ts';
import { failedBy } from '#shared/api/failed-by.ts';
import { createStore, type Store } from '#shared/lib/store.ts';
import {
  readContent,
  saveContent,
  type Content,
  type EditedItem,
  type Saved,
  type Saving,
} from './content.ts';
import { deleteDraft, findDraft, storeDraft } from './drafts.ts';
import { holdDrafts, type DraftHold } from './draft-hold.ts';
import { decodeText, encodeText, type DecodedText, type TextFormat } from './text-format.ts';

/** A text that replaces the one in the editor. */
export interface ShownText {
  readonly text: string;
  readonly lineEnd: TextFormat['lineEnd'];
}

/** The state of a file that is being edited. */
export interface EditState {
  /** `refused`: the bytes are no text that can be saved as it was. */
  readonly status: 'loading' | 'ready' | 'failed' | 'refused';
  /** The text to show: another object whenever it comes from elsewhere than from typing. */
  readonly shown: ShownText;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The file was deleted: saving makes a new one. */
  readonly isGone: boolean;
  /** Somebody else has saved the file, and the text here has unsaved changes. */
  readonly isChanged: boolean;
  /** The saved text that unsaved changes are compared with. */
  readonly saved: string | undefined;
  /** The time of the unsaved text that was restored: milliseconds since 1970. */
  readonly restoredAt: number | undefined;
  /** The reason why the last save failed. */
  readonly failure: unknown;
}

export interface EditSessionDeps {
  /** The user, or the link of a guest. */
  readonly owner: string;
  /** Returns the file as the page knows it. */
  readonly item: () => EditedItem;
  /** Looks the file up again. @returns undefined if it is deleted, or in the trash */
  readonly lookUp: () => Promise<EditedItem | undefined>;
  /** Returns the text with the changes that were typed; undefined before it is drawn. */
  readonly text: () => string | undefined;
  readonly onSaved: (item: EditedItem) => void;
  readonly onSignedOut: () => void;
  /** The text was replaced by what somebody else has saved. */
  readonly onReplaced: () => void;
}

/** A file that is being edited: its text, its unsaved changes, and what others do to it. */
export interface EditSession {
  readonly state: Store<EditState>;
  readonly start: () => Promise<void>;
  /** The text has changed by typing. */
  readonly edited: () => void;
  readonly save: () => Promise<boolean>;
  /** Looks whether somebody else has saved the file. */
  readonly check: (item: EditedItem) => Promise<void>;
  /** Compares unsaved changes with the saved text. */
  readonly compare: () => Promise<void>;
  /** Drops unsaved changes, and shows the saved text. */
  readonly revert: () => void;
  /** Reports whether closing the page would lose changes. */
  readonly losesText: () => boolean;
  /** @param keeps false to drop unsaved changes */
  readonly end: (keeps: boolean) => Promise<void>;
}

/** Milliseconds without typing after which unsaved text is stored. */
const rest = 400;

/** The saved text that changes are made to. */
interface Base extends DecodedText {
  readonly etag: string;
}

const unread: Base = { etag: '', text: '', format: { hasMark: false, lineEnd: '\n' } };

export const createEditSession = (deps: EditSessionDeps): EditSession => {
  const { owner } = deps;
  const state = createStore<EditState>({
    status: 'loading',
    shown: { text: '', lineEnd: '\n' },
    isDirty: false,
    isSaving: false,
    isGone: false,
    isChanged: false,
    saved: undefined,
    restoredAt: undefined,
    failure: undefined,
  });
  const patch = (part: Partial<EditState>): void => state.set((now) => ({ ...now, ...part }));
  let base = unread;
  let hold: DraftHold | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStored = true;
  let hasEnded = false;
  let edited = deps.item();
  /** Texts of saves that failed: without an answer they may have arrived. */
  const sentTexts = new Set<string>();

  /** Returns the file as the page knows it; a new one that it was saved as may be yet to come there. */
  const file = (): EditedItem => {
    const known = deps.item();
    return known.id === edited.id ? known : edited;
  };
  const draftKey = () => ({ owner, itemId: edited.id });

  const currentText = (): string => deps.text() ?? state.get().shown.text;

  const show = (text: string): void => {
    clearTimeout(timer);
    patch({ shown: { text, lineEnd: base.format.lineEnd } });
  };

  const keepDraft = async (): Promise<void> => {
    clearTimeout(timer);
    if (state.get().status !== 'ready') return;
    const text = currentText();
    const isDirty = text !== base.text || state.get().isGone;
    if (isDirty !== state.get().isDirty) patch({ isDirty });
    if (hold?.isHeld() !== true) return;
    const { etag, format } = base;
    if (!isDirty) {
      await deleteDraft(draftKey());
      isStored = true;
    } else isStored = await storeDraft({ ...draftKey(), etag, format, text, at: Date.now() });
  };

  const start = async (): Promise<void> => {
    patch({ status: 'loading' });
    hasEnded = false;
    try {
      hold ??= await holdDrafts(draftKey(), () => void keepDraft());
      // Another page has the text of a draft that it holds.
      const draft = hold.isHeld() ? await findDraft(draftKey()) : undefined;
      const content = await readContent(file());
      const loaded = content && decodeText(content.bytes);
      if (hasEnded) return;
      if (!loaded) {
        patch({ status: 'refused' });
        return;
      }
      base = { ...loaded, etag: content.etag };
      const isRestored = draft !== undefined && draft.text !== base.text;
      if (draft && !isRestored) await deleteDraft(draftKey());
      patch({
        status: 'ready',
        isDirty: isRestored,
        restoredAt: isRestored ? draft.at : undefined,
        saved: isRestored && draft.etag !== base.etag ? base.text : undefined,
      });
      show(isRestored ? draft.text : base.text);
    } catch {
      patch({ status: 'failed' });
    }
  };

  /** Goes on from a content whose text is also here, or was sent from here. @returns false if it is another */
  const takeOwn = ({ etag, bytes }: Content): boolean => {
    const found = decodeText(bytes);
    if (!found || (found.text !== currentText() && !sentTexts.has(found.text))) return false;
    base = { ...found, etag };
    patch({ isChanged: false, saved: undefined, restoredAt: undefined, failure: undefined });
    return true;
  };

  /**
   * Looks at what the file contains now. Changes here are compared with what somebody else has saved, and go on from it.
   *
   * @returns `known` if it has the content that is known; `own` if that is of a save from here
   */
  const compare = async (item = file()): Promise<'known' | 'own' | 'foreign'> => {
    const content = await readContent(item, { known: base.etag });
    if (!content) return 'known';
    const isOwn = takeOwn(content);
    if (!isOwn) {
      // Of bytes that are no text there is nothing to compare: every line counts as new.
      const theirs = decodeText(content.bytes) ?? { text: '', format: base.format };
      base = { ...theirs, etag: content.etag };
      patch({ isChanged: false, saved: base.text });
    }
    void keepDraft();
    return isOwn ? 'own' : 'foreign';
  };

  /**
   * Saves by the name of the file. Another one has it where the file was renamed, and had the same content if it was
   * replaced: it gets that back.
   *
   * @throws {ApiError} `item.changed` also then
   */
  const saveByName = async (saving: Saving): Promise<Saved> => {
    const sent = await saveContent(saving);
    if (saving.etag === undefined || sent.item.id === edited.id) return sent;
    await saveContent({ item: sent.item, bytes: encodeText(base), etag: sent.etag });
    throw new ApiError({ status: 412, code: 'item.changed', message: '' });
  };

  /** @returns undefined where the file was changed, or is gone */
  const send = async (text: string, item = file(), isSecond = false): Promise<Saved | undefined> => {
    const etag = state.get().isGone ? undefined : base.etag;
    try {
      return await saveByName({ item, bytes: encodeText({ text, format: base.format }), etag });
    } catch (error) {
      if (etag === undefined || !(failedBy(error, 'item.changed') || failedBy(error, 'item.not_found')))
        throw error;
      const now = await deps.lookUp();
      if (!now) {
        patch({ isGone: true, isDirty: true });
        return undefined;
      }
      const { name, parent_id: parentId } = item.attributes;
      const hasMoved = now.attributes.name !== name || now.attributes.parent_id !== parentId;
      if (hasMoved && !isSecond) return send(text, now, true);
      const found = await compare(now);
      if (found === 'known') throw error;
      if (found === 'foreign') return undefined;
      return base.text === text ? { item: now, etag: base.etag } : send(text, now, true);
    }
  };

  /** Goes on with the new file that the text was saved as. */
  const moveTo = async (item: EditedItem): Promise<void> => {
    const hasDrafts = hold?.isHeld() === true;
    if (hasDrafts) await deleteDraft(draftKey());
    hold?.release();
    edited = item;
    hold = await holdDrafts(draftKey(), () => void keepDraft());
    if (hasEnded) hold.release();
  };

  const save = async (): Promise<boolean> => {
    const { status, isSaving } = state.get();
    if (status !== 'ready' || isSaving) return false;
    patch({ isSaving: true, failure: undefined });
    const text = currentText();
    sentTexts.add(text);
    try {
      const sent = await send(text);
      if (!sent) return false;
      base = { ...base, text, etag: sent.etag };
      sentTexts.clear();
      patch({ isGone: false, isChanged: false, saved: undefined, restoredAt: undefined });
      if (sent.item.id !== edited.id) await moveTo(sent.item);
      deps.onSaved(sent.item);
      await keepDraft();
      return true;
    } catch (failure) {
      patch({ failure });
      if (failedBy(failure, 'session.required')) deps.onSignedOut();
      return false;
    } finally {
      patch({ isSaving: false });
    }
  };

  const check = async (item: EditedItem): Promise<void> => {
    const { status, isSaving, isGone } = state.get();
    if (status !== 'ready' || isSaving || isGone || item.id !== edited.id) return;
    if (item.attributes.deleted_at !== null) {
      patch({ isGone: true, isDirty: true });
      return;
    }
    const known = base.etag;
    const content = await readContent(item, { known }).catch(() => undefined);
    // A save of this page has come in between.
    if (!content || known !== base.etag || state.get().isSaving) return;
    if (takeOwn(content)) {
      await keepDraft();
      return;
    }
    const theirs = decodeText(content.bytes);
    if (!theirs || currentText() !== base.text) {
      patch({ isChanged: true });
      return;
    }
    base = { ...theirs, etag: content.etag };
    show(base.text);
    deps.onReplaced();
  };

  return {
    state,
    start,
    edited: () => {
      if (!state.get().isDirty) patch({ isDirty: true });
      isStored = false;
      clearTimeout(timer);
      timer = setTimeout(() => void keepDraft(), rest);
    },
    save,
    check,
    compare: async () => {
      try {
        await compare();
      } catch (failure) {
        patch({ failure });
      }
    },
    revert: () => {
      patch({ isDirty: false, isChanged: false, saved: undefined, restoredAt: undefined });
      show(base.text);
      void deleteDraft(draftKey());
      isStored = true;
    },
    losesText: () => state.get().isDirty && !isStored,
    end: async (keeps) => {
      clearTimeout(timer);
      if (hasEnded) return;
      hasEnded = true;
      if (keeps) await keepDraft();
      else {
        patch({ isDirty: false });
        if (hold?.isHeld() === true) await deleteDraft(draftKey());
      }
      hold?.release();
    },
  };
};
