import type { Item } from '@holdall/contract/files';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** Something that was opened on this device, as it was then. */
export interface Recent {
  readonly id: string;
  readonly type: Item['data']['type'];
  readonly attributes: Pick<
    Item['data']['attributes'],
    'name' | 'color' | 'emoji' | 'category' | 'parent_id' | 'size'
  >;
}

const name = 'recent';
const kept = 8;

/** What was opened last, the latest first. What cannot be read counts as nothing. */
export const recentItems = (): readonly Recent[] => {
  try {
    const value: unknown = JSON.parse(readLocal(name) ?? '[]');
    return Array.isArray(value) ? (value as readonly Recent[]) : [];
  } catch {
    return [];
  }
};

/** Remembers that an item was opened, as long as the session lasts. */
export const noteOpened = ({ id, type, attributes }: Item['data']): void => {
  const { name: called, color, emoji, category, parent_id, size } = attributes;
  const item: Recent = { id, type, attributes: { name: called, color, emoji, category, parent_id, size } };
  const others = recentItems().filter((other) => other.id !== id);
  writeLocal(name, JSON.stringify([item, ...others].slice(0, kept)));
};

// The names of files are nobody else's business.
onSessionEnd(() => writeLocal(name, '[]'));
