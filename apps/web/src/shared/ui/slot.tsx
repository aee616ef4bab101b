import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';

/** Places that somebody else fills: `add` is the middle of the bar on phones, `section-tabs` stands above a title. */
export type SlotName = 'add' | 'section-tabs';

const places = createStore<Partial<Record<SlotName, Element>>>({});

/** Marks the place. */
export const Slot = ({ name, className }: { readonly name: SlotName; readonly className?: string }) => (
  <div
    className={className}
    ref={(element) => {
      if (element) places.set((current) => ({ ...current, [name]: element }));
      return () => places.set(({ [name]: _gone, ...rest }) => rest);
    }}
  />
);

/** Draws its children at the place, wherever in the tree it stands itself. */
export const SlotFill = ({ name, children }: { readonly name: SlotName; readonly children: ReactNode }) => {
  const place = useStore(places, (current) => current[name]);
  return place ? createPortal(children, place) : null;
};
