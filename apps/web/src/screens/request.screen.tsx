import { Camera, FileUp, FolderUp, UploadCloud } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  ownerNameOf,
  ownerText,
  useFinish,
  type OpenedFileRequest,
} from '#features/file-request-page/file-request.queries.ts';
import { FinishVisit } from '#features/file-request-page/ui/finish-visit.tsx';
import { FileRequestHead } from '#features/file-request-page/ui/file-request-head.tsx';
import { Receipt } from '#features/file-request-page/ui/receipt.tsx';
import { DropZone } from '#features/uploads/ui/drop-zone.tsx';
import { openCamera, openFilePicker, openFolderPicker } from '#features/uploads/ui/upload-buttons.tsx';
import { UploadDock } from '#features/uploads/ui/upload-dock.tsx';
import { sendOnly, uploads } from '#features/uploads/uploads.store.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { canPickFolders } from '#shared/lib/can-pick-folders.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { useStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useFreshReceipt } from './use-fresh-receipt.ts';
import { useTitle } from './use-title.ts';

interface RequestProps {
  readonly token: string;
  readonly request: OpenedFileRequest;
}

/** The area for dropping or choosing files. */
const Sending = ({ request }: { readonly request: OpenedFileRequest }) => {
  const t = useText();
  const touch = useMedia(media.touch);
  return (
    <div className="file-request-drop">
      <UploadCloud />
      <b>{t(touch ? 'file_request.drop_touch' : 'file_request.drop')}</b>
      <p>{ownerText(request, 'drop_text')}</p>
      <div className="file-request-pick">
        <Button look="primary" size="large" icon={<FileUp />} onClick={() => openFilePicker(null)}>
          {t('file_request.choose')}
        </Button>
        {canPickFolders && (
          <Button size="large" icon={<FolderUp />} onClick={() => openFolderPicker(null)}>
            {t('file_request.choose_folder')}
          </Button>
        )}
        {touch && (
          <Button size="large" icon={<Camera />} onClick={() => openCamera(null)}>
            {t('file_request.camera')}
          </Button>
        )}
      </div>
    </div>
  );
};

const tell = (error: Error): void => void showToast({ type: 'danger', message: errorText(error) });

/** Returns the reason for which nothing can be sent. */
const closedText = (t: ReturnType<typeof useText>, request: OpenedFileRequest) => {
  const { state, deadline } = request.attributes;
  if (state === 'active')
    return [ownerText(request, 'unavailable.title'), t('file_request.unavailable.text')] as const;
  const text =
    state === 'expired' && deadline !== null
      ? ownerText(request, 'closed.expired', { date: formatLongDate(deadline) })
      : ownerText(request, 'closed.filled');
  return [t('file_request.closed.title'), text] as const;
};

/** `/request/:token`: files that somebody asks for. */
export const RequestScreen = ({ token, request }: RequestProps) => {
  const t = useText();
  const { active, sentHere } = useFreshReceipt(token, request);
  const finish = useFinish(token);
  const [finished, setFinished] = useState(false);
  // A retry after the end goes on as before.
  if (finished && active) setFinished(false);
  const failed = useStore(uploads, (snapshot) => snapshot.failed);
  const around = useRef<HTMLDivElement>(null);
  const { canUpload } = request.meta;
  const hasSent = request.relationships.received.data.length > 0;
  const state = finished ? 'finished' : canUpload || active ? 'open' : 'closed';
  const [closedTitle, closed] = closedText(t, request);
  const titles = {
    finished: failed > 0 ? t('file_request.thanks_some') : ownerText(request, 'thanks'),
    open: ownerText(request, 'title'),
    closed: closedTitle,
  };
  const title = titles[state];
  const leftOut = failed > 0 ? t('file_request.left_out', { count: failed }) : undefined;
  const instead = { finished: leftOut, open: undefined, closed }[state];
  useTitle(title);
  useEffect(() => {
    sendOnly.set(true);
  }, []);
  useEffect(() => {
    if (state !== 'open') around.current?.querySelector('h1')?.focus();
  }, [state]);

  const done = (): void => finish.mutate(undefined, { onSuccess: () => setFinished(true), onError: tell });
  const isFilled = sentHere && !active && request.attributes.state === 'filled';
  const end = useEffectEvent(done);
  useEffect(() => {
    // Nothing more can be sent: the guest needs not say that this was all.
    if (isFilled) end();
  }, [isFilled]);
  return (
    <main className="file-request sheet" ref={around}>
      <DropZone
        parentId={state === 'open' && canUpload ? null : undefined}
        folderName={ownerNameOf(request) ?? request.attributes.name}
        permission={{ canUpload, canCreateFolder: true, reason: t('guest.ask_owner') }}
      >
        <div>
          <FileRequestHead {...{ request, title, instead }} />
          {state === 'finished' && canUpload && (
            <div className="file-request-end">
              <Button size="large" icon={<FileUp />} onClick={() => setFinished(false)}>
                {t('file_request.again')}
              </Button>
            </div>
          )}
          {state === 'open' && canUpload && <Sending request={request} />}
          {(state !== 'finished' || failed > 0) && <UploadDock docked withoutDone />}
          <Receipt request={request} whole={state !== 'open'} />
          {state === 'open' && hasSent && (
            <FinishVisit {...{ request, active }} busy={finish.isPending} onDone={done} />
          )}
        </div>
      </DropZone>
    </main>
  );
};
