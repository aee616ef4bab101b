import './menu.css';
import { Check } from 'lucide-react';
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { placeMenu } from './menu-place.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  /** Makes it a choice among others, ticked or not. */
  readonly checked?: boolean;
  /** Draws a line above. */
  readonly divided?: boolean;
}

export interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  /** Draws the button that opens the menu; it takes all that it is given. */
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
}

/** A menu button by the ARIA pattern: arrows, Home, End and letters move, Escape and Tab close. */
export const Menu = ({ trigger, items, align = 'start' }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  return (
    <>
      {trigger({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && (
        <MenuList
          items={items}
          align={align}
          button={button}
          labelledBy={id}
          onClose={(refocus) => {
            setOpen(false);
            if (refocus) button.current?.focus();
          }}
        />
      )}
    </>
  );
};

interface MenuListProps {
  readonly items: readonly MenuItem[];
  readonly align: 'start' | 'end';
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly labelledBy: string;
  readonly onClose: (refocus: boolean) => void;
}

const MenuList = ({ items, align, button, labelledBy, onClose }: MenuListProps) => {
  const list = useRef<HTMLDivElement>(null);

  const close = useEffectEvent(() => onClose(false));

  useLayoutEffect(() => {
    const menu = list.current;
    const trigger = button.current;
    if (!menu || !trigger) return undefined;
    menu.showPopover();
    placeMenu(menu, trigger, align);
    (
      menu.querySelector<HTMLElement>('[aria-checked=true]') ?? menu.querySelector<HTMLElement>('button')
    )?.focus();
    const onOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !menu.contains(event.target) && !trigger.contains(event.target))
        close();
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [align, button]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const to = nextEntry(event.key, at, items);
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
      onKeyDown={onKeyDown}
    >
      {items.map(({ id, label, icon, checked, divided, onSelect }) => (
        <button
          key={id}
          type="button"
          className="menu-item"
          role={checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={checked}
          tabIndex={-1}
          data-divided={divided || undefined}
          onClick={() => {
            onClose(true);
            onSelect();
          }}
        >
          {icon}
          <span className="truncate">{label}</span>
          {checked && <Check className="menu-tick" />}
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
