import { useEffect, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { MenuList } from '#shared/ui/menu-list.tsx';
import { closeItemPopup, type ItemPopup } from '../actions/item-popup.store.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { itemMenu, listingMenu } from '../actions/menu-entries.tsx';
import { ItemSheet } from './item-sheet.tsx';

interface ContextMenuProps {
  readonly popup: Extract<ItemPopup, { readonly kind: 'menu' }>;
  readonly actions: ItemActions;
}

/** The menu of an item, of the selection or of the listing itself; on phones a sheet. */
export const ContextMenu = ({ popup, actions }: ContextMenuProps) => {
  const t = useText();
  const phone = useMedia(media.phone);
  const opener = useRef(document.activeElement);
  const { entry, batch, at: anchor, beside } = popup;
  const all = batch.count > 0 && entry ? itemMenu(actions, batch) : listingMenu(actions);
  const items = all
    .filter(({ id }) => beside?.has(id) !== true)
    .map((item, at) => (at === 0 ? { ...item, divided: false } : item));
  const empty = items.length === 0;
  useEffect(() => {
    // The row that has the opener lends its element to no other meanwhile.
    const element = opener.current;
    element?.setAttribute('data-menu-opener', '');
    return () => element?.removeAttribute('data-menu-opener');
  }, []);
  useEffect(() => {
    if (empty) closeItemPopup();
  }, [empty]);
  if (empty) return null;
  if (phone) {
    const selectable = entry !== undefined && beside === undefined && batch.count === 1;
    return <ItemSheet {...{ entry, batch, actions, items, selectable }} onClose={closeItemPopup} />;
  }
  return (
    <MenuList
      items={items}
      align={anchor.left === anchor.right ? 'start' : 'end'}
      at={() => anchor}
      label={t('actions.menu')}
      onClose={(refocus) => {
        closeItemPopup();
        if (refocus && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
      }}
    />
  );
};
