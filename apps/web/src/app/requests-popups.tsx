import { useQueryClient } from '@tanstack/react-query';
import { refreshEverything } from '#features/files/realtime.events.ts';
import { askForFiles, closeRequests, type RequestsPopup as Open } from '#features/requests/requests.store.ts';
import { AskPopup } from '#features/requests/ui/ask.popup.tsx';
import { RequestsPopup } from '#features/requests/ui/requests.popup.tsx';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';

/** What is open about requests for files. */
export const RequestsPopups = ({ popup }: { readonly popup: Open }) => {
  const client = useQueryClient();
  if (popup.about === 'ask')
    return (
      <AskPopup folder={popup.folder} onFolder={() => refreshEverything(client)} onClose={closeRequests} />
    );
  return (
    <RequestsPopup
      onAsk={() => askForFiles(null)}
      onOpenFolder={(id) => {
        closeRequests();
        navigate(paths.files(id));
      }}
      onClose={closeRequests}
    />
  );
};
