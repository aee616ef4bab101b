import { useEffect, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';

/** Counts down to the next attempt, and says when it is under way. `at`: milliseconds since 1970. */
export const RetryCountdown = ({ at }: { readonly at: number }) => {
  const t = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((at - now) / 1000);
  return seconds > 0 ? t('uploads.state.retrying_in', { seconds }) : t('uploads.state.retrying');
};
