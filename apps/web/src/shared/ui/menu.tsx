import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLongPress } from '../lib/use-long-press.ts';
import { MenuList, type MenuItem } from './menu-list.tsx';

export interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onContextMenu?: (event: MouseEvent) => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
}

interface MenuProps {
  /** Draws the button that opens the menu; it takes all that it is given. */
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** The button's own action: the menu then opens by a right click, a long press and the arrow keys. */
  readonly onPress?: (() => void) | undefined;
}

/** A menu button by the ARIA pattern: arrows, Home, End and letters move, Escape and Tab close. */
export const Menu = ({ trigger, items, align = 'start', onPress }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const rest = useLongPress(() => setOpen(true));

  return (
    <>
      {trigger({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: onPress ?? (() => setOpen(!open)),
        ...(onPress && {
          onContextMenu: (event) => {
            event.preventDefault();
            setOpen(true);
          },
          onPointerDown: (event) => {
            if (event.pointerType === 'touch') rest(event.nativeEvent);
          },
        }),
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
