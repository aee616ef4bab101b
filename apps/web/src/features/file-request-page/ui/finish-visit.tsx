import './file-request-page.css';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { ownerText, type OpenedFileRequest } from '../file-request.queries.ts';

interface FinishVisitProps {
  readonly request: OpenedFileRequest;
  /** Uploads are running. */
  readonly active: boolean;
  readonly busy: boolean;
  readonly onDone: () => void;
}

/** Finishes the visit; stays in view however many files were sent. */
export const FinishVisit = ({ request, active, busy, onDone }: FinishVisitProps) => {
  const t = useText();
  return (
    <div className="file-request-end file-request-end-kept">
      <Button look="primary" size="large" disabled={active} busy={busy} onClick={onDone}>
        {t('file_request.done')}
      </Button>
      <p className="file-request-hint">{ownerText(request, 'done_hint')}</p>
    </div>
  );
};
