import './requests.css';
import { useEffect, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { showUnexpectedFailure } from '#shared/session/call-signed-in.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { useDeleteRequest, useUpdateRequest } from '../requests.mutations.ts';
import type { OwnRequest } from '../requests.queries.ts';
import { RequestForm } from './request-form.tsx';
import { RequestLink } from './request-link.tsx';

interface RequestPopupProps {
  readonly request: OwnRequest;
  readonly onClose: () => void;
}

/** Shows a request: its link, its terms, and its end. */
export const RequestPopup = ({ request, onClose }: RequestPopupProps) => {
  const t = useText();
  const { token, name, state, unseen } = request.attributes;
  const update = useUpdateRequest(token);
  const { mutate: look } = useUpdateRequest(token);
  const remove = useDeleteRequest(token);
  const [deleting, setDeleting] = useState(false);
  const hasNews = unseen > 0;
  useEffect(() => {
    if (hasNews) look({ seen: true });
  }, [hasNews, look]);
  const isOpen = state === 'active';
  const busy = update.isPending || remove.isPending;
  return (
    <Popup title={honestName(name)} onClose={busy ? undefined : onClose}>
      {isOpen && (
        <div className="popup-content">
          <RequestLink request={request} />
        </div>
      )}
      <RequestForm
        request={request}
        error={update.error}
        onSubmit={(input) =>
          // Changing the terms of an ended request reopens it.
          update.mutate(isOpen ? input : { ...input, state: 'active' }, { onSuccess: onClose })
        }
        footer={
          <>
            <Button look="danger-text" disabled={busy} onClick={() => setDeleting(true)}>
              {t('requests.delete')}
            </Button>
            <span className="spacer" />
            {isOpen && (
              <Button
                disabled={busy}
                onClick={() => update.mutate({ state: 'filled' }, { onSuccess: onClose })}
              >
                {t('requests.close')}
              </Button>
            )}
            <Button type="submit" look="primary" busy={update.isPending}>
              {t(isOpen ? 'requests.save' : 'requests.reopen')}
            </Button>
          </>
        }
      />
      {deleting && (
        <ConfirmPopup
          title={t('requests.delete_title', { name: honestName(name) })}
          message={t('requests.delete_text')}
          action={t('requests.delete')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: onClose,
              onError: (error) => {
                setDeleting(false);
                showUnexpectedFailure(error);
              },
            })
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </Popup>
  );
};
