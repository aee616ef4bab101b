import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { itemAdded } from '#features/files/cache/files.events.ts';
import { MovePopup } from '#features/tree/ui/move.popup.tsx';
import { startUploads } from '#features/uploads/start-uploads.ts';
import { text } from '#shared/i18n/messages.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { queryClient } from './query-client.ts';

const titleOf = ([first, ...others]: readonly File[]): string =>
  others.length === 0
    ? text('received.title_named', { name: shortName(first?.name ?? '') })
    : text('received.title', { count: others.length + 1 });

/**
 * Asks where shared files are to go. It is drawn beside the page, which knows nothing of it: it is not in its first load.
 * @returns whether somebody has answered; false when the session ended before
 */
export const askWhereTo = (files: readonly File[], restrictions: Restrictions): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = (isAnswered: boolean): void => {
    stopListening();
    root.unmount();
    place.remove();
    resolve(isAnswered);
  };
  // The next session asks again.
  const stopListening = onSessionEnd(() => close(false));
  root.render(
    <QueryClientProvider client={queryClient}>
      <MovePopup
        count={files.length}
        words={{ title: titleOf(files), origin: text('received.origin'), submit: text('received.submit') }}
        from={undefined}
        isMoved={() => false}
        restrictions={restrictions}
        onMove={(to) => {
          navigate(paths.files(to.id));
          void startUploads({ files: [...files], folders: [] }, to.id);
        }}
        onCreated={(folder) => itemAdded(queryClient, folder)}
        onClose={() => close(true)}
      />
    </QueryClientProvider>,
  );
  return promise;
};
