import { History } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { shareActivityQuery } from '../sharing.queries.ts';
import { ShareOption } from './share-option.tsx';

interface GuestsSettingProps {
  readonly token: string;
  readonly mayEdit: boolean;
  readonly unseen: number;
  readonly onOpen: () => void;
}

/** Summarizes the guest activity of a link and opens its list. */
export const GuestsSetting = ({ token, mayEdit, unseen, onOpen }: GuestsSettingProps) => {
  const t = useText();
  const { data, isError, isFetching, refetch, hasNextPage } = useInfiniteQuery(shareActivityQuery(token));
  const count = data?.entries.length ?? 0;
  if (count === 0 && unseen === 0 && !mayEdit) return null;
  /** Summary of the activity. */
  const summaryText = (): string => {
    if (!data) return isError ? t('section.not_loaded') : '';
    if (count === 0) return t('guests.nothing_yet');
    return hasNextPage ? t('guests.more_than', { count }) : t('guests.count', { count });
  };
  return (
    <ShareOption
      icon={<History />}
      label={t('guests.title')}
      text={summaryText()}
      control={(ids) => (
        <>
          {unseen > 0 && <Tag tone="success">{t('guests.new', { count: unseen })}</Tag>}
          {count > 0 || unseen > 0 ? (
            <Button aria-describedby={ids['aria-labelledby']} onClick={onOpen}>
              {t('share.show')}
            </Button>
          ) : (
            isError && (
              <Button
                aria-describedby={ids['aria-labelledby']}
                busy={isFetching}
                onClick={() => void refetch()}
              >
                {t('actions.try_again')}
              </Button>
            )
          )}
        </>
      )}
    />
  );
};
