import './user-delete.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { currentUserId } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { TypedConfirmPopup } from '#shared/ui/typed-confirm.popup.tsx';
import { adminsQuery, forgetUser } from '../users.queries.ts';

interface UserDeleteProps {
  readonly user: ManagedUser;
  readonly onDeleted: () => void;
}

/** Asks for the name of the user to delete as confirmation. */
const DeletePopup = ({ user, onDeleted, onClose }: UserDeleteProps & { readonly onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const name = calledOf(user.attributes);
  const remove = useMutation({
    mutationFn: () => administer(adminEndpoints.deleteUser, { params: { id: user.id }, body: { name } }),
    onSuccess: () => {
      showToast({ type: 'success', message: t('user_delete.done', { name }) });
      onDeleted();
      forgetUser(client, user.id);
    },
  });
  return (
    <TypedConfirmPopup
      title={t('user_delete.title_named', { name })}
      message={t('user_delete.message', { name })}
      word={name}
      action={t('user_delete.confirm')}
      busy={remove.isPending}
      error={remove.error ? fieldFault(remove.error, 'name') : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
};

/** Explains and starts the deletion of a user, except of the administrator's own account and the last administrator. */
export const UserDelete = ({ user, onDeleted }: UserDeleteProps) => {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const isSelf = user.id === currentUserId();
  const admins = useQuery({ ...adminsQuery, enabled: isSelf });
  const { files } = user.meta.items;
  const size = formatBytes(user.meta.storage.used);
  return (
    <Card title={t('user_delete.heading')}>
      <ul className="card-note user-consequences">
        <li>
          {files === 0
            ? t('user_delete.consequence_files_none')
            : t('user_delete.consequence_files', { count: files, size })}
        </li>
        <li>{t('user_delete.consequence_links')}</li>
        <li>{t('user_delete.consequence_sessions')}</li>
        <li>{t('user_delete.consequence_undo')}</li>
      </ul>
      <div className="card-footer">
        {isSelf ? (
          <p>
            <b>{t('user_delete.self')}</b>{' '}
            {t(admins.data === 1 ? 'user_delete.last_admin' : 'user_delete.self_help')}
          </p>
        ) : (
          <Button look="danger" onClick={() => setIsAsking(true)}>
            {t('user_delete.action')}
          </Button>
        )}
      </div>
      {isAsking && <DeletePopup {...{ user, onDeleted }} onClose={() => setIsAsking(false)} />}
    </Card>
  );
};
