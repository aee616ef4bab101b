import './notice.css';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { isFocusLost } from '../listing/lost-focus.ts';

interface NoticeProps {
  readonly picture?: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
}

/**
 * The notice of an empty listing. It takes the focus over from removed rows: its first button receives it, or the
 * notice itself. Without buttons it is a tab stop, since it scrolls in low windows.
 */
export const Notice = ({ picture, title, text, actions }: NoticeProps) => {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isFocusLost()) return;
    (box.current?.querySelector('button') ?? box.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={box}
      className="notice"
      role="group"
      aria-labelledby={id}
      tabIndex={actions ? -1 : 0}
      data-listing
    >
      <div>
        {picture}
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
        {actions && <div className="notice-actions">{actions}</div>}
      </div>
    </div>
  );
};
