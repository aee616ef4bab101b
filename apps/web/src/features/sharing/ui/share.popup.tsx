import './share-popup.css';
import type { Share } from '@holdall/contract/share-link';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import type { Copying } from '#shared/ui/copied-link.tsx';
import { focusNow } from '#shared/ui/focus-now.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { isCollection } from '../collection-item.ts';
import { collectionItemsQuery, isOver, linkQuery } from '../sharing.queries.ts';
import { linkName } from '../link-name.ts';
import type { SharedItem, Several } from '../sharing.store.ts';
import { useItemLinks } from '../use-item-links.ts';
import { CreateLink } from './create-link.tsx';
import { EditLink } from './edit-link.tsx';
import { ItemLinks } from './item-links.tsx';
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
  const [known, setKnown] = useState(given.relationships.shared);
  const token = known?.data.attributes.token;
  const [tried, setTried] = useState<Copying | undefined>(refused ? 'refused' : undefined);
  const [isStopping, setStopping] = useState(false);
  const [isActivity, setActivity] = useState(false);
  /** The form of another link shows. */
  const [isAdding, setAdding] = useState(false);
  /** Token of an ended link in whose place there is no other one. */
  const [over, setOver] = useState<string>();
  /** The link that is left where the shown one was ended. */
  const left = useRef<Promise<Share | undefined>>(undefined);
  const content = useRef<HTMLDivElement>(null);
  /** The button that opened the guest activity or the form of another link and gets the focus back. */
  const opener = useRef<Element>(null);
  const { data, error } = useQuery({ ...linkQuery(token ?? ''), enabled: token !== undefined });
  // The link was ended or has expired. Its settings stay until it is known whether another one takes their place.
  const ending = isOver(error) ? token : undefined;
  const hasEnded = ending !== undefined && ending === over;
  const link = token === undefined || hasEnded ? undefined : (data ?? known);
  const isOfSeveral = known !== null && isCollection(known);
  const { data: members } = useQuery({
    ...collectionItemsQuery(token ?? ''),
    enabled: link !== undefined && isOfSeveral,
  });

  const name = link?.data.attributes.name ?? given.attributes.name;
  const items = members?.length ?? given.attributes.items;
  const item = { ...given, attributes: { ...given.attributes, name, items } };

  const { links, keep: keepLink, drop, find } = useItemLinks(given, onChanged);
  const title =
    several && !link
      ? t('collection.share', { count: items ?? 0 })
      : t(isOfSeveral ? 'collection.title_of' : 'share.title', { name });

  const keep = (next: Share): void => {
    // A change may be answered after another link was chosen.
    setKnown((shown) => (shown?.data.attributes.token === next.data.attributes.token ? next : shown));
    if (isCollection(next)) onChanged(next);
    else keepLink(next);
  };
  /** Shows another link of the item. */
  const move = (next: Share): void => {
    setTried(undefined);
    setKnown(next);
    announce(t('share.showing', { name: linkName(t, next.data) }));
  };
  const drawn = useRef(token);
  useEffect(() => {
    const isSame = drawn.current === token;
    drawn.current = token;
    // The focus is lost with the settings of the former link.
    if (isSame || content.current?.contains(document.activeElement)) return;
    const row = content.current?.querySelector<HTMLElement>('.item-links [aria-current]');
    (row ?? content.current?.querySelector('input'))?.focus();
  }, [token]);
  /** Reports an ended link. @returns the link that is left of the item */
  const report = async (ended: string): Promise<Share | undefined> => {
    if (!isOfSeveral) return drop(ended);
    onChanged(null);
    return undefined;
  };
  const onStopped = async (): Promise<void> => {
    const next = await left.current;
    if (!next) return onClose();
    setStopping(false);
    move(next);
  };
  const replace = useEffectEvent((gone: string) => {
    void report(gone).then((other) => (other ? move(other) : setOver(gone)));
  });
  useEffect(() => {
    if (ending !== undefined) replace(ending);
  }, [ending]);

  const onCreated = (made: Share, copying: Copying): void => {
    setTried(copying);
    setAdding(false);
    setKnown(made);
  };
  /** Another tab was faster: its link is used, unless it is gone again. */
  const findOther = async (): Promise<void> => {
    const other = await find();
    if (other) setKnown(other);
  };

  /** Hides the settings; the button that was pressed gets the focus back. */
  const leave = (): void => {
    opener.current = document.activeElement;
  };
  const back = (): void => {
    setActivity(false);
    setAdding(false);
    if (opener.current instanceof HTMLElement) returnTo(opener.current);
  };

  const password = useRef<TypedPassword>(null);
  /** Saves a typed password first, so that no link stays open that its owner believes protected. */
  const settle = (then: () => void): void => {
    if (!password.current?.settle(then)) then();
  };
  const close = (): void => settle(onClose);

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
          <div hidden={isActivity} ref={content}>
            <ShareHead
              {...{ title, item }}
              titleId={isActivity ? undefined : titleId}
              onClose={close}
              access={link ? 'link' : hasEnded ? 'ended' : 'none'}
            />
            {isAdding && (
              <CreateLink
                {...{ item }}
                another
                onClose={back}
                onMade={keepLink}
                onCreated={onCreated}
                onExists={findOther}
              />
            )}
            {link && (
              <div hidden={isAdding}>
                {links.length > 0 && (
                  <div className="share-body">
                    <ItemLinks
                      {...{ links }}
                      current={link.data.attributes.token}
                      onChoose={(data) => settle(() => move({ data }))}
                    />
                  </div>
                )}
                <EditLink
                  key={token}
                  {...{ item, link, tried, password }}
                  count={Math.max(links.length, 1)}
                  onAnother={() => {
                    leave();
                    settle(() => setAdding(true));
                  }}
                  onClose={close}
                  onChanged={keep}
                  onGuests={() => {
                    leave();
                    setActivity(true);
                  }}
                  onStop={() => setStopping(true)}
                />
              </div>
            )}
            {!link && !isAdding && isOfSeveral && !several && <EndedCollection onClose={onClose} />}
            {!link && !isAdding && (!isOfSeveral || several) && (
              <CreateLink
                {...{ item, several, onClose, onCreated }}
                note={hasEnded ? t('share.has_ended') : undefined}
                onMade={several ? onChanged : keepLink}
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
              onStopped={() => void onStopped()}
              onClose={() => setStopping(false)}
            />
          )}
        </>
      )}
    />
  );
};
