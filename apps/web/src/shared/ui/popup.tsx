import './popup.css';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

export interface PopupProps {
  /** Names the popup; drawn as its heading unless `bare`. */
  readonly title: string;
  /** Asked for by Escape, the backdrop or the close button; without it the popup stays until it is removed. */
  readonly onClose?: (() => void) | undefined;
  readonly alert?: boolean;
  /** Stands at the side of the window, as tall as it is. */
  readonly side?: boolean;
  /** Id of the text that describes it. */
  readonly describedBy?: string;
  /** Draws only the children; they show the title themselves, in an element of the id `titleId`. */
  readonly bare?: (titleId: string) => ReactNode;
  readonly children?: ReactNode;
}

/** A modal popup: 490 px wide, a bottom sheet on phones. */
export const Popup = ({
  title,
  onClose,
  alert = false,
  side = false,
  describedBy,
  bare,
  children,
}: PopupProps) => {
  const titleId = useId();
  const t = useText();
  return (
    <Modal
      className="popup"
      data-side={side || undefined}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onClose={onClose}
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
    </Modal>
  );
};

/** The row of buttons at a popup's foot. */
export const PopupFooter = ({ children }: { readonly children: ReactNode }) => (
  <div className="popup-footer">{children}</div>
);
