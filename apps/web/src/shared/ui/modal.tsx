import {
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { modalOpened } from './modals.ts';

interface ModalProps extends Pick<
  ComponentProps<'dialog'>,
  'role' | 'aria-label' | 'aria-labelledby' | 'aria-describedby'
> {
  readonly className: string;
  /** Asked for by Escape or the backdrop; without it the dialog stays until it is removed. */
  readonly onClose?: (() => void) | undefined;
  /** Keys other than Escape. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Dark whatever the page is: for what shows pictures. */
  readonly dark?: boolean;
  readonly children: ReactNode;
}

/**
 * Tells whether a press is on the backdrop: it has the dialog as its target, as has one on the dialog's own scrollbar.
 */
const isOutside = ({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): boolean => {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return x < left || x >= right || y < top || y >= bottom;
};

/** A modal dialog: the browser's own keeps the focus inside, makes the rest inert and gives the focus back. */
export const Modal = ({ onClose, onKeyDown, dark = false, children, ...rest }: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    const forget = modalOpened(element);
    return () => {
      forget();
      element.close();
      // The element that had the focus before may be gone, as the button that emptied the trash is.
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement))
        document.querySelector<HTMLElement>('h1')?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      {...rest}
      data-theme={dark ? 'dark' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Chromium closes a dialog at the second Escape whatever `cancel` says: the key never gets that far.
      onKeyDown={(event) => {
        // Other keys travel on: content of the popup may listen to them at the document.
        if (event.key !== 'Escape') return onKeyDown?.(event);
        event.stopPropagation();
        event.preventDefault();
        onClose?.();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      // Closing earlier would hand the rest of a tap to whatever lies below.
      onClickCapture={(event) => {
        if (pressedOutside.current && isOutside(event)) onClose?.();
      }}
    >
      {children}
    </dialog>
  );
};
