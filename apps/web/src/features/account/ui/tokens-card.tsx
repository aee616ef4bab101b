import { KeyRound, Plus } from 'lucide-react';
import type { ApiToken } from '@holdall/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import { formatFullDay } from '#shared/lib/format-time.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { useRemoveToken } from '../account.mutations.ts';
import { tokensQuery } from '../account.queries.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { NewTokenPopup } from './new-token.popup.tsx';

const isPast = (iso: string | null): boolean => iso !== null && Date.parse(iso) <= Date.now();

const TokenItem = ({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) => {
  const t = useText();
  const { name, scope, created_at: created, expires_at: expires, last_used_at: used } = token.attributes;
  const isOver = isPast(expires);
  return (
    <li className="card-item">
      <KeyRound />
      <div className="card-item-text">
        <b>{name}</b>{' '}
        <Tag tone={scope === 'write' ? 'warning' : 'plain'}>{t(`account.tokens.scope.${scope}`)}</Tag>{' '}
        {isOver && <Tag tone="danger">{t('account.tokens.expired')}</Tag>}
        <p className="numeric">
          {[
            t('account.tokens.created', { date: formatFullDay(created) }),
            expires === null
              ? t('account.tokens.never_expires')
              : t(isOver ? 'account.tokens.expired_on' : 'account.tokens.expires', {
                  date: formatFullDay(expires),
                }),
            used === null
              ? t('account.tokens.unused')
              : t('account.tokens.used', { date: formatShortDate(used) }),
          ].join(' · ')}
        </p>
      </div>
      <Button
        size="small"
        look="danger-text"
        aria-label={t('account.tokens.revoke_named', { name })}
        onClick={onRevoke}
      >
        {t('account.tokens.revoke')}
      </Button>
    </li>
  );
};

/** Lists personal access tokens, which programs use instead of the password. */
export const TokensCard = () => {
  const t = useText();
  const { data: tokens, isError, isFetching, refetch } = useQuery(tokensQuery);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken>();
  const remove = useRemoveToken();
  const close = (): void => setRevoked(undefined);
  return (
    <Card
      title={t('account.tokens.title')}
      end={
        <Button size="small" icon={<Plus className="icon-16" />} onClick={() => setCreating(true)}>
          {t('account.tokens.create')}
        </Button>
      }
    >
      <p className="card-note">{t('account.tokens.text')}</p>
      {tokens?.length === 0 && <EmptyBlock icon={<KeyRound />} title={t('account.tokens.none')} />}
      {tokens && tokens.length > 0 && (
        <ul className="card-list" aria-label={t('account.tokens.title')}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      {!tokens && (
        <Unloaded {...{ isError, isFetching, refetch }}>
          <CardSkeleton />
        </Unloaded>
      )}
      {isCreating && <NewTokenPopup onClose={() => setCreating(false)} />}
      {revoked && (
        <ConfirmPopup
          title={t('account.tokens.revoke_title', { name: revoked.attributes.name })}
          message={t('account.tokens.revoke_text')}
          action={t('account.tokens.revoke')}
          busy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(revoked.id, { onSuccess: close, onError: openGenericAlert })}
        />
      )}
    </Card>
  );
};
