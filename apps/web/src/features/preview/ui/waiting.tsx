import { useText } from '#shared/i18n/use-text.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Spinner } from '#shared/ui/spinner.tsx';

/** Milliseconds until waiting shows. */
const delay = 150;

/** Stands where a file will be. */
export const Waiting = () => {
  const t = useText();
  const late = useDelayed(true, delay);
  return (
    <div className="preview-pane preview-waiting" role="status">
      {late && (
        <>
          <Spinner />
          <span className="visually-hidden">{t('preview.loading')}</span>
        </>
      )}
    </div>
  );
};
