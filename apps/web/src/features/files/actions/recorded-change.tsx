import type { ChangeMeta } from '@holdall/contract/actions';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { isFolder, type Entry } from '../entry.ts';
import { onlyOf, type Batch } from './batch.ts';
import { announceChange, forgetChange, recordChange, type RecordedChange } from './undo.ts';

/** A destination folder of items; null is the top of the account. */
export interface Destination {
  readonly id: string | null;
  readonly name: string;
}

export const namedItem = ({ attributes }: Entry): string =>
  text('failed.item', { name: shortName(attributes.name) });

/** Returns a function that makes the message of a failure, with the name of the only item or the number of items. */
export const failureMessage =
  (
    said: 'failed.copy' | 'failed.delete' | 'failed.download' | 'failed.move' | 'failed.restore',
    batch: Batch,
  ) =>
  (reason: string): string => {
    const only = onlyOf(batch);
    return text(said, {
      what: only ? namedItem(only) : text('drag.items', { count: batch.count }),
      reason,
    });
  };

/** Returns a message that names one item, or counts several. */
export const messageOf =
  (
    batch: Batch,
    said: 'copied' | 'deleted.trash' | 'deleted.forever' | 'duplicated' | 'moved' | 'restored',
    to = '',
  ) =>
  (count: number): string => {
    const only = onlyOf(batch);
    const folder = shortName(to);
    return only
      ? text(`${said}.named`, { name: shortName(only.attributes.name), folder })
      : text(said, { count, folder });
  };

export const foldersOf = (batch: Batch): readonly Entry[] =>
  batch.all ? [] : batch.entries.filter((entry) => isFolder(entry));
export const holdsFolders = (batch: Batch): boolean => batch.all || foldersOf(batch).length > 0;

interface NotedChange<Answer> {
  readonly undoing: Omit<RecordedChange, 'operation'>;
  readonly perform: () => Promise<Answer | undefined>;
  readonly done: (answer: Answer) => { readonly message: string; readonly icon: ReactNode };
}

/** Makes a change, announces it and records how to undo it. @returns its answer */
export const recorded = async <Answer extends { readonly meta: ChangeMeta }>(
  client: QueryClient,
  { undoing, perform, done }: NotedChange<Answer>,
): Promise<Answer | undefined> => {
  const { promise: operation, resolve } = Promise.withResolvers<string | null>();
  const undoable: RecordedChange = { operation, ...undoing };
  recordChange(undoable);
  const answer = await perform();
  if (!answer?.meta.operation) forgetChange(undoable);
  resolve(answer?.meta.operation ?? null);
  if (answer && answer.meta.count > 0) announceChange(client, done(answer), undoable);
  return answer;
};
