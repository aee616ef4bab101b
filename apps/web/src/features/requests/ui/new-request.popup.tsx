import './requests.css';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { requestAddress } from '#shared/paths/request-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyLink, type Copying } from '#shared/ui/copied-link.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { useCreateRequest } from '../requests.mutations.ts';
import { RequestForm } from './request-form.tsx';
import { RequestLink } from './request-link.tsx';

interface NewRequestPopupProps {
  /** Folder for the files; null creates a new one. */
  readonly folder: { readonly id: string; readonly name: string } | null;
  /** Called after a folder was created for the request. */
  readonly onFolder: () => void;
  readonly onClose: () => void;
}

/** Creates a file request and shows its link. */
export const NewRequestPopup = ({ folder, onFolder, onClose }: NewRequestPopupProps) => {
  const t = useText();
  const create = useCreateRequest(folder, onFolder);
  const { data } = create;
  const [tried, setTried] = useState<Copying>();
  const place = folder ? t('requests.folder', { name: honestName(folder.name) }) : t('requests.folder_new');
  if (data)
    return (
      <Popup title={honestName(data.attributes.name)} onClose={onClose}>
        <div className="popup-content">
          <RequestLink request={data} tried={tried} />
        </div>
        <PopupFooter>
          <Button look="primary" onClick={onClose}>
            {t('requests.done')}
          </Button>
        </PopupFooter>
      </Popup>
    );
  return (
    <Popup title={t('requests.title')} onClose={create.isPending ? undefined : onClose}>
      <p className="request-intro">
        {t('requests.intro')} <b>{place}</b>
      </p>
      <RequestForm
        error={create.error}
        onSubmit={(input) =>
          create.mutate(input, {
            onSuccess: ({ attributes: { token } }) => void copyLink(requestAddress(token)).then(setTried),
          })
        }
        footer={
          <>
            <Button look="ghost" disabled={create.isPending} onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" look="primary" icon={<Inbox />} busy={create.isPending}>
              {t('requests.create')}
            </Button>
          </>
        }
      />
    </Popup>
  );
};
