import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '#shared/lib/store.ts';
import { reach } from './modals.ts';

/** Keeps its children out of inert parts: they move into each modal dialog that opens, and back. */
export const WithinReach = ({ children }: { readonly children: ReactNode }) => {
  const [box] = useState(() => document.createElement('div'));
  const { place } = useStore(reach);
  useLayoutEffect(() => {
    place.append(box);
    return () => box.remove();
  }, [place, box]);
  return createPortal(children, box);
};
