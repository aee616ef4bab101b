import './toast-host.css';
import { useLayoutEffect, useRef } from 'react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { IconButton } from './icon-button.tsx';
import { reach } from './modals.ts';
import { dismissToast, toastDuration, toasts } from './toast.ts';
import { WithinReach } from './within-reach.tsx';

/** Draws toasts. The ring runs down in 6 s, waits under the pointer or the focus, and its end dismisses. */
export const ToastHost = () => {
  const shown = useStore(toasts);
  const t = useText();
  const box = useRef<HTMLElement>(null);
  const { place } = useStore(reach);
  const empty = shown.length === 0;
  useLayoutEffect(() => {
    const element = box.current;
    // A toast in a dialog that is just gone waits for its next place.
    if (empty || !element?.isConnected || !place.contains(element)) return undefined;
    // The element that is shown last is on top: each dialog that opens or closes has the toasts shown again.
    element.showPopover();
    return () => element.hidePopover();
  }, [empty, place]);
  return (
    <WithinReach>
      <section ref={box} className="toasts" popover="manual" aria-label={t('toasts.label')}>
        {shown.map(({ id, type, message, icon, stays, action }) => (
          <div key={id} className="toast" data-type={type} role={type === 'danger' ? 'alert' : 'status'}>
            {icon ?? (type === 'danger' ? <CircleAlert /> : <CircleCheck />)}
            <span className="toast-message">{message}</span>
            {action && (
              <button
                type="button"
                className="toast-action"
                onClick={() => {
                  dismissToast(id);
                  action.onSelect();
                }}
              >
                {action.label}
              </button>
            )}
            {!stays && (
              <svg className="toast-countdown" viewBox="0 0 18 18" aria-hidden="true">
                <circle cx="9" cy="9" r="7" />
                <circle
                  className="timed"
                  cx="9"
                  cy="9"
                  r="7"
                  pathLength="100"
                  style={{ animationDuration: `${toastDuration}ms` }}
                  onAnimationEnd={() => dismissToast(id)}
                />
              </svg>
            )}
            <IconButton
              size="small"
              label={t('actions.dismiss')}
              icon={<X className="icon-16" />}
              onClick={() => dismissToast(id)}
            />
          </div>
        ))}
      </section>
    </WithinReach>
  );
};
