import './save-status.css';
import { Check } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Spinner } from '#shared/ui/spinner.tsx';
import type { AutosaveState } from './autosave.ts';

/** Milliseconds after which a save that takes its time shows that it is under way. */
const patience = 600;

/** Says beside a field that it is saved, for a moment. */
export const SaveStatus = ({ state: { phase, saves } }: { readonly state: AutosaveState }) => {
  const t = useText();
  const isLate = useDelayed(phase === 'saving', patience);
  return (
    <span className="save-status" role="status">
      {isLate && <Spinner />}
      {phase === 'saved' && (
        <span key={saves} className="save-status-done timed">
          <Check className="icon-14" />
          {t('autosave.saved')}
        </span>
      )}
    </span>
  );
};
