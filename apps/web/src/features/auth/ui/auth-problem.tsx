import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useCountdown } from '#shared/lib/use-countdown.ts';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { BotCheckError } from '../bot-check-error.ts';
import { clockTime, refusalText } from '../refusal.ts';

interface WaitProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly onOver: () => void;
}

/** Counts down until the server listens again; only what it begins with is spoken. */
const Wait = ({ until, onOver }: WaitProps) => {
  const t = useText();
  const seconds = useCountdown(until);
  const over = useEffectEvent(onOver);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) over();
  }, [isOver]);
  return (
    <>
      <span aria-hidden="true">{t('auth.wait', { time: clockTime(seconds) })}</span>
      <span className="visually-hidden">
        {t('auth.wait.spoken', { count: Math.max(1, Math.ceil(seconds / 60)) })}
      </span>
    </>
  );
};

interface AuthProblemProps {
  readonly error: unknown;
  /** Called when the error no longer holds. */
  readonly onOver: () => void;
  /** Loads what did not load. */
  readonly onRetry?: () => void;
}

/** Why a form was not taken, where no field tells that; counts down where one has to wait. */
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
