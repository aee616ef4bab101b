import './asked.css';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { ownerText, type Asked } from '../asked.queries.ts';

interface AskedEndProps {
  readonly asked: Asked;
  /** Uploads are running. */
  readonly active: boolean;
  readonly busy: boolean;
  readonly onDone: () => void;
}

/** Finishes the visit; stays in view however many files were sent. */
export const AskedEnd = ({ asked, active, busy, onDone }: AskedEndProps) => {
  const t = useText();
  return (
    <div className="asked-end asked-end-kept">
      <Button look="primary" size="large" disabled={active} busy={busy} onClick={onDone}>
        {t('asked.done')}
      </Button>
      <p className="asked-hint">{ownerText(asked, 'done_hint')}</p>
    </div>
  );
};
