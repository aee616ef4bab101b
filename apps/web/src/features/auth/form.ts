import { useForm, type FormOptions } from '#shared/lib/use-form.ts';
import { isWaiting } from './refusal.ts';

interface Attempt {
  readonly error: Error | null;
  readonly reset: () => void;
}

/** Returns the state of a form before sign-in. An edit discards the last error, except a rate limit. */
export const useAuthForm = (
  { error, reset }: Attempt,
  options: FormOptions = {},
): ReturnType<typeof useForm> => {
  const { left, forget, ...form } = useForm(error, options);
  const isHeld = isWaiting(error);
  return {
    ...form,
    left: isHeld ? error : left,
    forget: () => {
      forget();
      if (!isHeld) reset();
    },
  };
};
