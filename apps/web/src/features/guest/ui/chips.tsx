import { Eye, Pencil } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Tag } from '#shared/ui/tag.tsx';
import { expiryText } from '../expiry.ts';
import { useNow } from '../use-now.ts';
import type { Share } from '../visit.ts';

const Expiry = ({ at }: { readonly at: string }) => <Tag>{expiryText(useText(), at, useNow())}</Tag>;

/** Shows the permissions and the expiry of a link. */
export const Chips = ({ attributes }: Pick<Share, 'attributes'>) => {
  const t = useText();
  const { permission, expires_at: expiresAt, downloads_left: left } = attributes;
  const isEditor = permission === 'editor';
  return (
    <div className="guest-chips numeric">
      <Tag
        tone={isEditor ? 'accent' : 'plain'}
        icon={isEditor ? <Pencil className="icon-14" /> : <Eye className="icon-14" />}
      >
        {t(isEditor ? 'guest.editor' : 'guest.visitor')}
      </Tag>
      {expiresAt !== null && <Expiry at={expiresAt} />}
      {left !== null && (
        <Tag tone={left === 0 ? 'warning' : 'plain'}>
          {left === 0 ? t('guest.downloads_none') : t('guest.downloads_left', { count: left })}
        </Tag>
      )}
    </div>
  );
};
