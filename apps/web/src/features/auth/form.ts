import { useForm } from '#shared/lib/use-form.ts';
import { isWaiting } from './refusal.ts';

interface Attempt {
  readonly error: Error | null;
  readonly reset: () => void;
}

/** A form of a way in. What is mended gives up what was asked; where the server listens to nobody for a while it waits. */
export const useAuthForm = ({ error, reset }: Attempt): ReturnType<typeof useForm> => {
  const { left, forget, ...form } = useForm(error);
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
