import { Ban, Trash2 } from 'lucide-react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { Tag } from '#shared/ui/tag.tsx';

/** Shows whether a user can sign in; the normal state shows only with `always`. */
export const StatusTag = ({
  user: { attributes, meta },
  always = false,
}: {
  readonly user: ManagedUser;
  readonly always?: boolean;
}) => {
  const t = useText();
  if (meta.deleting)
    return (
      <Tag tone="danger" icon={<Trash2 className="icon-14" />}>
        {t('status.deleting')}
      </Tag>
    );
  if (attributes.status === 'suspended')
    return (
      <Tag tone="warning" icon={<Ban className="icon-14" />}>
        {t('status.suspended')}
      </Tag>
    );
  return always ? <span className="muted">{t('status.active')}</span> : null;
};
