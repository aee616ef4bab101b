import './popup.css';
import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { modalOpened } from './modals.ts';

export interface PopupProps {
  /** Names the popup; drawn as its heading unless `bare`. */
  readonly title: string;
  /** Asked for by Escape, the backdrop or the close button; without it the popup stays until it is removed. */
  readonly onClose?: (() => void) | undefined;
  readonly alert?: boolean;
  /** Id of the text that says what it is about. */
  readonly describedBy?: string;
  /** Draws only the children; they show the title themselves, in an element of the id `titleId`. */
  readonly bare?: (titleId: string) => ReactNode;
  readonly children?: ReactNode;
}

/** Whether a press is on the backdrop: it has the dialog as its target, as has one on the dialog's own scrollbar. */
const isOutside = ({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): boolean => {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return x < left || x >= right || y < top || y >= bottom;
};

/**
 * A modal popup: 490 px wide, a bottom sheet on phones. The browser's own dialog keeps the focus inside,
 * makes the rest inert and gives the focus back.
 */
export const Popup = ({ title, onClose, alert = false, describedBy, bare, children }: PopupProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  const t = useText();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    const forget = modalOpened(element);
    return () => {
      forget();
      element.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="popup"
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Chromium closes a dialog at the second Escape whatever `cancel` says: the key never gets that far.
      onKeyDown={(event) => {
        // Other keys travel on: what stands in the popup may listen to them at the document.
        if (event.key !== 'Escape') return;
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
      <div className="popup-body">
        {bare ? (
          bare(titleId)
        ) : (
          <>
            <div className="popup-header">
              <h2 id={titleId}>{title}</h2>
              <span className="spacer" />
              {onClose && (
                <IconButton size="small" label={t('actions.close')} icon={<X />} onClick={onClose} />
              )}
            </div>
            {children}
          </>
        )}
      </div>
    </dialog>
  );
};

/** The row of buttons at a popup's foot. */
export const PopupFooter = ({ children }: { readonly children: ReactNode }) => (
  <div className="popup-footer">{children}</div>
);
