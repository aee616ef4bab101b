import { startTransition, useState } from 'react';
import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { SignInForm } from '#features/auth/ui/sign-in-form.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { session } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { useTitle } from './use-title.ts';

const SecondFactor = lazyChunk(
  'second-factor',
  async () => (await import('./sign-in.second-factor.tsx')).SecondFactor,
);

interface PasswordStepProps {
  /** The reason why the attempt before this one failed. */
  readonly ended: unknown;
  readonly onChallenge: () => void;
}

const PasswordStep = ({ ended, onChallenge }: PasswordStepProps) => {
  const t = useText();
  const isLost = useStore(session, ({ lost }) => lost);
  useTitle(t('sign_in.title'));
  return (
    <AuthPage
      title={t('sign_in.title')}
      text={t(isLost ? 'sign_in.signed_out' : 'sign_in.text')}
      fieldFirst={useMedia(media.autofocus)}
    >
      <SignInForm ended={ended} onChallenge={onChallenge} />
    </AuthPage>
  );
};

/** `/`: after signing in, the guard leads on to `redirect` or Files. */
export const SignInScreen = () => {
  const [isChallenged, setChallenged] = useState(false);
  const [ended, setEnded] = useState<unknown>();
  const end = (error?: unknown): void => {
    setEnded(error);
    setChallenged(false);
  };
  if (isChallenged) return <SecondFactor onEnd={end} />;
  // The form stays until what follows it has loaded.
  const onChallenge = (): void => startTransition(() => setChallenged(true));
  return <PasswordStep ended={ended} onChallenge={onChallenge} />;
};
