import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { MenuList, type MenuItem } from './menu-list.tsx';

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
          at={() => button.current?.getBoundingClientRect()}
          opener={button}
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
