import { useQueryClient } from '@tanstack/react-query';
import { refreshEverything } from '#features/files/realtime.events.ts';
import { NewRequestPopup } from '#features/requests/ui/new-request.popup.tsx';
import { RequestsPopup } from '#features/requests/ui/requests.popup.tsx';
import { askForFiles, closeSharing, type SharingPopup } from '#features/sharing/sharing.store.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';

interface RequestsPopupsProps {
  readonly popup: Extract<SharingPopup, { readonly about: 'ask' | 'requests' }>;
}

/** The open popup about requests for files. */
export const RequestsPopups = ({ popup }: RequestsPopupsProps) => {
  const client = useQueryClient();
  if (popup.about === 'ask')
    return (
      <NewRequestPopup
        folder={popup.folder}
        onFolder={() => refreshEverything(client)}
        onClose={closeSharing}
      />
    );
  return (
    <RequestsPopup
      onAsk={() => askForFiles(null)}
      onOpenFolder={(id) => {
        closeSharing();
        navigate(paths.files(id));
      }}
      onClose={closeSharing}
    />
  );
};
