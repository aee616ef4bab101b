import { useEffect, useEffectEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { clockTime } from '#shared/lib/clock-time.ts';
import { useCountdown } from '#shared/lib/use-countdown.ts';

interface WaitProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly onOver: () => void;
}

/** Counts down until the server listens again; only the first number is spoken. */
export const Wait = ({ until, onOver }: WaitProps) => {
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
