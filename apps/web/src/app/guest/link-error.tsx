import { Unavailable } from '#screens/unavailable.screen.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { useLocation } from '#shared/router/location.ts';
import { ErrorBlock } from '#shared/ui/empty-block.tsx';
import { GuestFrame } from './guest-frame.tsx';

interface LinkErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A link of which nothing could be learned. The page stays where it is: a server that is away sends no other. */
export const LinkError = ({ error, onRetry }: LinkErrorProps) => {
  const { pathname } = useLocation();
  if (error instanceof ApiError && error.status === 503)
    return <Unavailable path={pathname} onAvailable={onRetry} />;
  return (
    <GuestFrame>
      <main className="guest-middle">
        <ErrorBlock busy={false} onRetry={onRetry} />
      </main>
    </GuestFrame>
  );
};
