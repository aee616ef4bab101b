import './alert-popup.css';
import { Button } from './button.tsx';
import { Emoji } from './emoji.tsx';
import { Popup } from './popup.tsx';
import { closeAlert, type AlertEvent } from './alert.ts';

/** One alert: closed by its button, the backdrop or Escape. */
export const AlertPopup = ({ alert }: { readonly alert: Required<AlertEvent> }) => (
  <Popup
    alert
    title={alert.title}
    onClose={closeAlert}
    bare={(titleId) => (
      <div className="alert">
        <div className="alert-picture">
          <Emoji value={alert.emoji} size={52} />
        </div>
        <h2 id={titleId}>{alert.title}</h2>
        <p>{alert.message}</p>
        <Button
          full
          size="large"
          look={alert.buttonStyle === 'danger' ? 'danger' : 'primary'}
          onClick={closeAlert}
        >
          {alert.button}
        </Button>
      </div>
    )}
  />
);
