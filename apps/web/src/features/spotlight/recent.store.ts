import type { Item } from '@holdall/contract/files';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { currentUserId, onSessionEnd } from '#shared/session/session.ts';

/** Something that was opened on this device, as it was then. */
export interface Recent {
  readonly id: string;
  readonly type: Item['data']['type'];
  readonly attributes: Pick<
    Item['data']['attributes'],
    'name' | 'color' | 'emoji' | 'category' | 'parent_id' | 'size'
  >;
}

/** The items with their user: a session may also end while no page is open, and somebody else sign in. */
interface Kept {
  readonly userId: string;
  readonly items: readonly Recent[];
}

const name = 'recent';
const kept = 8;

/** Returns the items that were opened last, the latest first. Unreadable content counts as none. */
export const recentItems = (): readonly Recent[] => {
  try {
    const { userId, items } = JSON.parse(readLocal(name) ?? 'null') as Kept;
    return userId !== undefined && userId === currentUserId() ? [...items] : [];
  } catch {
    return [];
  }
};

/** Remembers that an item was opened, as long as the session lasts. */
export const recordOpened = ({ id, type, attributes }: Item['data']): void => {
  const userId = currentUserId();
  if (userId === undefined) return;
  const { name: called, color, emoji, category, parent_id, size } = attributes;
  const item: Recent = { id, type, attributes: { name: called, color, emoji, category, parent_id, size } };
  const others = recentItems().filter((other) => other.id !== id);
  const value: Kept = { userId, items: [item, ...others].slice(0, kept) };
  writeLocal(name, JSON.stringify(value));
};

// The names of files are nobody else's business.
onSessionEnd(() => writeLocal(name, 'null'));
