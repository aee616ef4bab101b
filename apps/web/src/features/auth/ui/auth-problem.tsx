import { ApiError } from '#shared/api/api-error.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Wait } from '#shared/ui/wait.tsx';
import { BotCheckError } from '../bot-check-error.ts';
import { refusalText } from '../refusal.ts';

interface AuthProblemProps {
  readonly error: unknown;
  /** Called when the error no longer holds. */
  readonly onOver: () => void;
  /** Retries loading. */
  readonly onRetry?: () => void;
}

/** Shows an error that no field shows; counts down where the user has to wait. */
export const AuthProblem = ({ error, onOver, onRetry }: AuthProblemProps) => {
  const t = useText();
  if (!error) return null;
  return (
    <FormProblem>
      {error instanceof ApiError && error.retryAt !== undefined ? (
        <Wait key={error.retryAt} until={error.retryAt} onOver={onOver} />
      ) : (
        refusalText(error)
      )}
      {error instanceof BotCheckError && onRetry && (
        <button type="button" className="link" onClick={onRetry}>
          {t('auth.again')}
        </button>
      )}
    </FormProblem>
  );
};
