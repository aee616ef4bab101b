import { authEndpoints } from '@holdall/contract/auth.endpoints';
import './auth-form.css';
import type { SubmitEvent } from 'react';
import { call } from '#shared/api/client.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { session } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { useEnter } from '../sign-in.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';
import { SignInBack } from './sign-in-back.tsx';

/** Opens an account of the demo. */
export const DemoForm = () => {
  const t = useText();
  const enter = useEnter();
  const demo = useMutation({
    mutationFn: () => call(authEndpoints.openDemo, {}),
    onSuccess: () => {
      // Data of a user who was signed in before is removed.
      if (session.get().authorized) return location.assign(paths.files());
      enter();
      navigate(paths.files(), { replace: true });
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    demo.mutate();
  };
  return (
    <form className="auth-form" onSubmit={onSubmit}>
      <AuthProblem error={demo.error} onOver={demo.reset} />
      <Button type="submit" look="primary" size="large" full busy={demo.isPending}>
        {t('demo.action')}
      </Button>
      <SignInBack />
    </form>
  );
};
