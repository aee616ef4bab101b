import './share-popup.css';
import { appEndpoints } from '@holdall/contract/app.endpoints';
import type { Share } from '@holdall/contract/share-link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#shared/api/client.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import type { Copying } from '#shared/ui/copied-link.tsx';
import { focusNow } from '#shared/ui/focus-now.ts';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { isCollection } from '../collection-item.ts';
import { collectionItemsQuery, isOver, setCachedLink, linkQuery } from '../sharing.queries.ts';
import type { SharedItem, Several } from '../sharing.store.ts';
import { useItemLinks } from '../use-item-links.ts';
import { CreateLink } from './create-link.tsx';
import { EditLink } from './edit-link.tsx';
import { GuestsInstead, type GuestsFollow } from './guests.popup.tsx';
import type { TypedPassword } from './password-setting.tsx';
import { ShareHead } from './share-head.tsx';
import { StopSharingPopup } from './stop-sharing.popup.tsx';

interface SharePopupProps extends GuestsFollow {
  readonly item: SharedItem;
  /** Shares these items, which the item represents. */
  readonly several?: Several | undefined;
  /** The browser failed to copy the link. */
  readonly refused: boolean;
  /** Called with the item's current link, or null. */
  readonly onChanged: (link: Share | null) => void;
  readonly onClose: () => void;
}

/** Returns the focus once the element is visible again. */
const returnTo = (element: HTMLElement): void => {
  requestAnimationFrame(() => element.focus());
};

/** Replaces the settings of an ended collection. Its items are no longer known, so no new link is offered. */
const EndedCollection = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  return (
    <>
      <div className="share-body">
        <p className="share-note" role="status">
          {t('collection.ended')}
        </p>
      </div>
      <PopupFooter>
        <Button ref={focusNow} onClick={onClose}>
          {t('actions.close')}
        </Button>
      </PopupFooter>
    </>
  );
};

/** Popup of an item's link: creates one, or shows its settings (specification section 4). */
export const SharePopup = ({
  item: given,
  several,
  refused,
  onChanged,
  onSeen,
  onReverted,
  onClose,
}: SharePopupProps) => {
  const t = useText();
  const client = useQueryClient();
  const [token, setToken] = useState(given.relationships.shared?.data.attributes.token);
  const [known, setKnown] = useState(given.relationships.shared);
  const [tried, setTried] = useState<Copying | undefined>(refused ? 'refused' : undefined);
  const [isStopping, setStopping] = useState(false);
  const [isActivity, setActivity] = useState(false);
  /** The form of another link shows. */
  const [isAdding, setAdding] = useState(false);
  /** The link that is left where the shown one was ended. */
  const left = useRef<Share>(undefined);
  /** The button that opened the guest activity and gets the focus back. */
  const opener = useRef<Element>(null);
  const { data, error } = useQuery({ ...linkQuery(token ?? ''), enabled: token !== undefined });
  // The link was ended or has expired.
  const hasEnded = token !== undefined && isOver(error);
  const link = token === undefined || hasEnded ? undefined : (data ?? known);
  const isOfSeveral = known !== null && isCollection(known);
  const { data: members } = useQuery({
    ...collectionItemsQuery(token ?? ''),
    enabled: link !== undefined && isOfSeveral,
  });

  const name = link?.data.attributes.name ?? given.attributes.name;
  const items = members?.length ?? given.attributes.items;
  const item = { ...given, attributes: { ...given.attributes, name, items } };

  const { links, keep: keepLink, drop } = useItemLinks(given, onChanged);
  const title =
    several && !link
      ? t('collection.share', { count: items ?? 0 })
      : t(isOfSeveral ? 'collection.title_of' : 'share.title', { name });

  const show = (next: Share | null): void => {
    setKnown(next);
    setToken(next?.data.attributes.token);
  };
  const keep = (next: Share): void => {
    show(next);
    if (isCollection(next)) onChanged(next);
    else keepLink(next);
  };
  /** Reports an ended link. @returns the link that is left of the item */
  const report = (ended: string): Share | undefined => {
    if (!isOfSeveral) return drop(ended);
    onChanged(null);
    return undefined;
  };
  const reportEnd = useEffectEvent(() => token !== undefined && report(token));
  useEffect(() => {
    if (hasEnded) reportEnd();
  }, [hasEnded]);

  /** Another tab was faster: its link is used, unless it is gone again. */
  const findOther = async (): Promise<void> => {
    const answer = await call(appEndpoints.getItem, { params: { id: item.id } });
    const { shared } = answer.data.relationships;
    if (!shared) return;
    await setCachedLink(client, shared);
    show(shared);
    onChanged(shared);
  };

  const back = (): void => {
    setActivity(false);
    if (opener.current instanceof HTMLElement) returnTo(opener.current);
  };

  const password = useRef<TypedPassword>(null);
  /** Saves a typed password before closing, so that no link stays open that its owner believes protected. */
  const close = (): void => {
    if (!password.current?.settle(onClose)) onClose();
  };

  return (
    <Popup
      title={title}
      onClose={isActivity ? back : close}
      bare={(titleId) => (
        <>
          {isActivity && token !== undefined && (
            <GuestsInstead
              {...{ titleId, token, onSeen, onReverted }}
              name={item.attributes.name}
              onBack={back}
              onClose={close}
            />
          )}
          {/* Unsaved input stays. */}
          <div hidden={isActivity}>
            <ShareHead
              {...{ title, item }}
              titleId={isActivity ? undefined : titleId}
              onClose={close}
              access={link ? 'link' : hasEnded ? 'ended' : 'none'}
            />
            {isAdding ? (
              <CreateLink
                {...{ item }}
                another
                onClose={() => setAdding(false)}
                onMade={keepLink}
                onCreated={(made, copying) => {
                  setTried(copying);
                  setAdding(false);
                  show(made);
                }}
                onExists={findOther}
              />
            ) : link ? (
              <EditLink
                key={token}
                {...{ item, link, links, tried, password }}
                onChoose={(chosen) => {
                  setTried(undefined);
                  show({ data: chosen });
                }}
                onAdd={() => setAdding(true)}
                onClose={close}
                onChanged={keep}
                onGuests={() => {
                  opener.current = document.activeElement;
                  setActivity(true);
                }}
                onStop={() => setStopping(true)}
              />
            ) : isOfSeveral && !several ? (
              <EndedCollection onClose={onClose} />
            ) : (
              <CreateLink
                {...{ item, several, onClose }}
                note={hasEnded ? t('share.has_ended') : undefined}
                onMade={several ? onChanged : keepLink}
                onCreated={(made, copying) => {
                  setTried(copying);
                  show(made);
                }}
                onExists={findOther}
              />
            )}
          </div>
          {isStopping && token !== undefined && (
            <StopSharingPopup
              links={{ token }}
              onEnded={() => {
                left.current = report(token);
              }}
              onStopped={() => {
                if (!left.current) return onClose();
                setStopping(false);
                show(left.current);
              }}
              onClose={() => setStopping(false)}
            />
          )}
        </>
      )}
    />
  );
};
