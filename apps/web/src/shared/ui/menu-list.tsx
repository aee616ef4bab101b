import './menu.css';
import { Check } from 'lucide-react';
import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { shortcutText } from '#shared/lib/shortcut.ts';
import { placeMenu, type MenuAnchor } from './menu-place.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  /** Makes it a choice among others, ticked or not. */
  readonly checked?: boolean;
  /** Draws a line above. */
  readonly divided?: boolean;
  /** The press that does the same, as `shortcutText` takes it: `Mod+S`. */
  readonly shortcut?: string;
  readonly danger?: boolean;
  /** Other attributes of its element: those of a drop target while items are dragged. */
  readonly attributes?: Readonly<Record<`data-${string}`, string>>;
}

interface MenuListProps {
  readonly items: readonly MenuItem[];
  readonly align: 'start' | 'end';
  /** Anchor at which it opens: an element's box, or a point. */
  readonly at: () => MenuAnchor | undefined;
  /** A press on it leaves closing to it. */
  readonly opener?: RefObject<HTMLElement | null>;
  readonly labelledBy?: string;
  readonly label?: string;
  readonly onClose: (refocus: boolean) => void;
}

/** An open menu by the ARIA pattern: arrows, Home, End and letters move, Escape and Tab close. */
export const MenuList = ({ items, align, at, opener, labelledBy, label, onClose }: MenuListProps) => {
  const list = useRef<HTMLDivElement>(null);

  const close = useEffectEvent(() => onClose(false));
  const anchor = useEffectEvent(at);

  useLayoutEffect(() => {
    const menu = list.current;
    const place = anchor();
    if (!menu || !place) return undefined;
    menu.showPopover();
    placeMenu(menu, place, align);
    // In a menu of choices alone, the present one is the one to go on from.
    const chosen = menu.querySelector('[role=menuitem]')
      ? null
      : menu.querySelector<HTMLElement>('[aria-checked=true]');
    (chosen ?? menu.querySelector<HTMLElement>('button'))?.focus();
    const onOutside = ({ target }: Event): void => {
      if (target instanceof Node && !menu.contains(target) && !opener?.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [align, opener]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const from = entries.findIndex((entry) => entry === document.activeElement);
    const to = nextEntry(event.key, from, items);
    if (to !== undefined) entries[to]?.focus();
    else if (event.key === 'Escape') onClose(true);
    else if (event.key === 'Tab') onClose(false);
    if (to !== undefined || event.key === 'Escape') event.preventDefault();
  };

  return (
    <div
      ref={list}
      className="menu"
      role="menu"
      tabIndex={-1}
      popover="manual"
      aria-labelledby={labelledBy}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {items.map(({ id, label: name, icon, checked, divided, shortcut, danger, attributes, onSelect }) => (
        <button
          key={id}
          type="button"
          className="menu-item"
          role={checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={checked}
          tabIndex={-1}
          data-divided={divided || undefined}
          data-danger={danger || undefined}
          {...attributes}
          onClick={() => {
            onClose(true);
            onSelect();
          }}
        >
          {icon}
          <span className="truncate">{name}</span>
          {checked && <Check className="menu-tick" />}
          {shortcut && (
            <span className="menu-shortcut" aria-hidden="true">
              {shortcutText(shortcut)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
};

/** The entry that a key leads to; undefined for keys that do not move. */
const nextEntry = (key: string, at: number, items: readonly MenuItem[]): number | undefined => {
  const { length } = items;
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const starts = (item: MenuItem): boolean =>
    item.label.toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  const found = [...items.keys()]
    .map((step) => (at + 1 + step) % length)
    .find((index) => {
      const item = items[index];
      return item && starts(item);
    });
  return found;
};
