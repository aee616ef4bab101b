import { shareEndpoints } from '@holdall/contract/shares.endpoints';
import './guests.popup.css';
import { ArrowLeft, X } from 'lucide-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { callSignedIn } from '#shared/session/call-signed-in.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { focusNow } from '#shared/ui/focus-now.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { groupActivityByDay, itemNameOf, type ActivityGroup } from '../share-activity.ts';
import { useRevertActivity, type Reverted } from '../sharing.mutations.ts';
import { shareActivityQuery, invalidateUnseenMarks } from '../sharing.queries.ts';
import { watchedLink } from '../watched-link.ts';
import { ShareActivityList } from './share-activity-list.tsx';

/** Callbacks of the list of guest activity. */
export interface GuestsFollow {
  /** Called after the activity was marked as seen. */
  readonly onSeen: () => void;
  /** Called after actions were reverted. */
  readonly onReverted: () => void;
}

interface GuestActivityProps extends GuestsFollow {
  readonly token: string;
  readonly onClose: () => void;
}

interface SharedNameProps {
  /** The current or former shared item; null where it is gone. */
  readonly name: string | null;
}

/** Name of the item that guests changed. */
export const SharedName = ({ name }: SharedNameProps) => {
  const t = useText();
  return (
    <p className="share-activity-sub truncate">
      {name === null ? t('guests.deleted_item') : honestName(name)}
    </p>
  );
};

interface Result extends Reverted {
  /** Name of the item of a single action to revert. */
  readonly name?: string | undefined;
}

/** Reports the result of a revert, including actions that failed. */
export const resultText = ({ reverted, kept, name }: Result): string => {
  const done = text('guests.done', { count: reverted });
  if (kept === 0) return reverted === 0 ? text('guests.nothing_left') : `${done}.`;
  if (name !== undefined && reverted === 0) return text('guests.stayed_named', { name });
  const stayed = text('guests.stayed', { count: kept });
  return reverted === 0 ? stayed : `${done}, ${stayed}`;
};

/** Marks activity as seen once it is shown, up to the latest action in the list. */
const useSeen = (token: string, until: string | undefined, onSeen: () => void): void => {
  const client = useQueryClient();
  const tell = useEffectEvent(() => {
    invalidateUnseenMarks(client);
    onSeen();
  });
  useEffect(() => {
    if (until !== undefined)
      callSignedIn(shareEndpoints.markShareActivitySeen, { params: { token }, body: { until } }).then(
        () => tell(),
        // It stays unseen until the next visit.
        () => undefined,
      );
  }, [token, until]);
};

/** Stands for activity that loads still, or could not be loaded. */
export const UnloadedActivity = (loading: Omit<ComponentProps<typeof Unloaded>, 'children'>) => (
  <Unloaded {...loading}>
    <div className="share-activity-wait">
      <LateSkeleton width="70%" />
      <LateSkeleton width="55%" />
    </div>
  </Unloaded>
);

/** Lists the activity of a link's guests, with buttons that revert it. */
export const GuestActivity = ({ token, onSeen, onReverted, onClose }: GuestActivityProps) => {
  const t = useText();
  const { data, isError, isFetching, refetch, ...more } = useInfiniteQuery(shareActivityQuery(token));
  const revert = useRevertActivity(token, onReverted);
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState<Result>();
  useSeen(token, data?.entries[0]?.id, onSeen);
  useEffect(() => {
    watchedLink.set(token);
    return () => watchedLink.set(undefined);
  }, [token]);
  const take = (group: ActivityGroup | undefined): void =>
    revert.mutate(group, {
      onSuccess: (done) => setResult({ ...done, name: group && itemNameOf(group) }),
      onSettled: () => setAsking(false),
    });
  const busy = revert.isPending ? (revert.variables?.id ?? 'all') : undefined;
  return (
    <>
      <p
        className="share-activity-result"
        role="status"
        data-kept={result && result.kept > 0 ? true : undefined}
      >
        {result && resultText(result)}
      </p>
      {data ? (
        <ShareActivityList days={groupActivityByDay(data.entries)} busy={busy} onRevert={take} />
      ) : (
        <UnloadedActivity {...{ isError, isFetching, refetch }} />
      )}
      {data?.entries.length === 0 && <EmptyBlock title={t('guests.nothing_yet')} />}
      {more.hasNextPage && (
        <div className="share-activity-more">
          <Button busy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            {t('guests.older')}
          </Button>
        </div>
      )}
      <PopupFooter>
        {data && data.revertible > 1 && (
          <Button look="danger-text" disabled={busy !== undefined} onClick={() => setAsking(true)}>
            {t('guests.revert_all')}
          </Button>
        )}
        <Button onClick={onClose}>{t('share.done')}</Button>
      </PopupFooter>
      {asking && (
        <ConfirmPopup
          title={t('guests.revert_all_title')}
          message={t('guests.revert_all_text', { count: data?.revertible ?? 0 })}
          action={t('guests.revert_all')}
          busy={revert.isPending}
          onConfirm={() => take(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};

/** Popup of a link's guest activity. */
export const GuestsPopup = ({ name, ...activity }: GuestActivityProps & SharedNameProps) => {
  const t = useText();
  return (
    <Popup title={t('guests.title')} onClose={activity.onClose}>
      <SharedName name={name} />
      <GuestActivity {...activity} />
    </Popup>
  );
};

interface GuestsInsteadProps extends GuestActivityProps, SharedNameProps {
  readonly titleId: string;
  /** Returns to the popup's own content. */
  readonly onBack: () => void;
}

/** Shows guest activity in place of a popup's own content. */
export const GuestsInstead = ({ titleId, name, onBack, ...activity }: GuestsInsteadProps) => {
  const t = useText();
  return (
    <>
      <div className="popup-header">
        <IconButton
          ref={focusNow}
          size="small"
          label={t('actions.back')}
          icon={<ArrowLeft />}
          onClick={onBack}
        />
        <h2 id={titleId}>{t('guests.title')}</h2>
        <span className="spacer" />
        <IconButton size="small" label={t('actions.close')} icon={<X />} onClick={activity.onClose} />
      </div>
      <SharedName name={name} />
      <GuestActivity {...activity} />
    </>
  );
};
