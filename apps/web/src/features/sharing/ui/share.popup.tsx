import './share-popup.css';
import type { Share } from '@holdall/contract/share-link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';
import { linkQuery, keepLink } from '../sharing.queries.ts';
import type { SharedItem } from '../sharing.store.ts';
import { CreateLink } from './create-link.tsx';
import { EditLink } from './edit-link.tsx';
import { GuestsPopup } from './guests.popup.tsx';
import type { Copying } from './link-address.tsx';
import { ShareHead } from './share-head.tsx';
import { StopSharingPopup } from './stop-sharing.popup.tsx';

interface SharePopupProps {
  readonly item: SharedItem;
  /** The browser did not copy the link a moment ago. */
  readonly refused: boolean;
  /** The item has this link now, or none. */
  readonly onChanged: (link: Share | null) => void;
  /** What guests did was taken back. */
  readonly onReverted: () => void;
  readonly onClose: () => void;
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'share.not_found';

/** The link to an item: makes one where there is none, else says what it allows (specification section 4). */
export const SharePopup = ({ item, refused, onChanged, onReverted, onClose }: SharePopupProps) => {
  const t = useText();
  const client = useQueryClient();
  const [token, setToken] = useState(item.relationships.shared?.data.attributes.token);
  const [known, setKnown] = useState(item.relationships.shared);
  const [tried, setTried] = useState<Copying | undefined>(refused ? 'refused' : undefined);
  const [over, setOver] = useState<'guests' | 'stop'>();
  const { data, error } = useQuery({ ...linkQuery(token ?? ''), enabled: token !== undefined });
  // Somebody has ended it, or it has ended by itself.
  const isOver = token !== undefined && isGone(error);
  const link = token === undefined || isOver ? undefined : (data ?? known);

  const show = (next: Share | null): void => {
    setKnown(next);
    setToken(next?.data.attributes.token);
  };
  const keep = (next: Share | null): void => {
    show(next);
    onChanged(next);
  };
  const noteEnd = useEffectEvent(() => onChanged(null));
  useEffect(() => {
    if (isOver) noteEnd();
  }, [isOver]);

  /** Another tab was first: its link is the one. */
  const findOther = async (): Promise<void> => {
    try {
      const answer = await call('getItem', { params: { id: item.id } });
      const { shared } = answer.data.relationships;
      if (!shared) return onClose();
      keepLink(client, shared);
      keep(shared);
    } catch {
      onClose();
    }
  };

  return (
    <Popup
      title={t('share.title', { name: item.attributes.name })}
      onClose={onClose}
      bare={(titleId) => (
        <>
          <ShareHead {...{ titleId, item, onClose }} isShared={!!link} />
          {link ? (
            <EditLink
              key={token}
              {...{ item, link, tried, onClose }}
              onChanged={keep}
              onGuests={() => setOver('guests')}
              onStop={() => setOver('stop')}
            />
          ) : (
            <CreateLink
              {...{ item, onClose }}
              note={isOver ? t('share.has_ended') : undefined}
              onMade={onChanged}
              onCreated={(made, copying) => {
                setTried(copying);
                show(made);
              }}
              onExists={() => void findOther()}
            />
          )}
          {over === 'guests' && token !== undefined && (
            <GuestsPopup
              token={token}
              name={item.attributes.name}
              onReverted={onReverted}
              onClose={() => setOver(undefined)}
            />
          )}
          {over === 'stop' && token !== undefined && (
            <StopSharingPopup
              tokens={[token]}
              onStopped={() => {
                onChanged(null);
                onClose();
              }}
              onClose={() => setOver(undefined)}
            />
          )}
        </>
      )}
    />
  );
};
