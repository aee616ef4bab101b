import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { userQuery } from '#shared/session/session.ts';
import { mustSetUpTwoFactor } from '#shared/session/two-factor.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { logOut } from './log-out.tsx';

const RequiredTwoFactor = lazyChunk(
  'required-two-factor',
  async () => (await import('#screens/required-two-factor.screen.tsx')).RequiredTwoFactorScreen,
);

/**
 * Shows a page of the account once the server is known to answer its requests. A user who has to set up two-factor
 * sign-in first does so in the page's place, at its address, and goes on there.
 */
export const TwoFactorGate = ({ children }: { readonly children: ReactNode }) => {
  const { data: user, isPending } = useQuery(userQuery);
  // The account is open before its recovery codes have been read.
  const [isAtWork, setIsAtWork] = useState(false);
  if (isPending) return null;
  if (!isAtWork && (user === undefined || !mustSetUpTwoFactor(user))) return children;
  return (
    <Suspense fallback={null}>
      <RequiredTwoFactor onWork={setIsAtWork} onSignOut={logOut} />
    </Suspense>
  );
};
