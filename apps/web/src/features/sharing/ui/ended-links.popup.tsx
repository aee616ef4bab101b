import './guests.popup.css';
import type { EndedShare } from '@holdall/contract/shares';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { focusNow } from '#shared/ui/focus-now.ts';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { endedQuery } from '../sharing.queries.ts';
import { GuestsInstead, type GuestsFollow } from './guests.popup.tsx';

interface EndedLinksPopupProps extends GuestsFollow {
  readonly onClose: () => void;
}

interface EndedLinkProps {
  readonly link: EndedShare;
  /** Its activity was just closed, so its button gets the focus back. */
  readonly isLeft: boolean;
  readonly onOpen: () => void;
}

const EndedLink = ({ link, isLeft, onOpen }: EndedLinkProps) => {
  const t = useText();
  const { name, ended_at: ended, entries, unseen } = link.attributes;
  const called = name === null ? t('guests.deleted_item') : honestName(name);
  return (
    <li>
      <span>
        <b>{called}</b>
        <span className="numeric">
          {[
            ended === null ? t('share.in_trash') : t('share.ended_on', { date: formatLongDate(ended) }),
            t('guests.count', { count: entries }),
          ].join(' · ')}
        </span>
      </span>
      {unseen > 0 && <Tag tone="success">{t('guests.new', { count: unseen })}</Tag>}
      <Button
        ref={isLeft ? focusNow : undefined}
        size="small"
        aria-label={t('guests.title_of', { name: called })}
        onClick={onOpen}
      >
        {t('guests.title')}
      </Button>
    </li>
  );
};

/** Lists links that ended within 30 days or lead into the trash, with their guest activity. */
export const EndedLinksPopup = ({ onSeen, onReverted, onClose }: EndedLinksPopupProps) => {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(endedQuery);
  const [opened, setOpened] = useState<EndedShare>();
  const [left, setLeft] = useState<string>();
  const back = (): void => {
    setLeft(opened?.id);
    setOpened(undefined);
  };
  return (
    <Popup
      title={t('share.ended_title')}
      onClose={opened ? back : onClose}
      {...(opened && {
        bare: (titleId: string) => (
          <GuestsInstead
            token={opened.attributes.token}
            name={opened.attributes.name}
            {...{ titleId, onSeen, onReverted, onClose }}
            onBack={back}
          />
        ),
      })}
    >
      <p className="share-activity-sub">{t('share.ended_text')}</p>
      {data ? (
        <ul className="ended-links" aria-label={t('share.ended_title')}>
          {data.links.map((link) => (
            <EndedLink key={link.id} link={link} isLeft={link.id === left} onOpen={() => setOpened(link)} />
          ))}
        </ul>
      ) : (
        <Unloaded {...{ isError, isFetching, refetch }}>
          <div className="share-activity-wait">
            <LateSkeleton width="70%" />
          </div>
        </Unloaded>
      )}
      {data?.links.length === 0 && <EmptyBlock title={t('guests.nothing_yet')} />}
      {data?.more && (
        <p className="share-activity-sub">{t('share.ended_more', { count: data.links.length })}</p>
      )}
    </Popup>
  );
};
