import './ended-notice.css';
import { History } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { endedQuery } from '../sharing.queries.ts';
import { sharingPopup } from '../sharing.store.ts';

/** Notice above shared items about guest activity of ended links. */
export const EndedNotice = () => {
  const t = useText();
  const id = useId();
  const { data } = useQuery(endedQuery);
  const count = data?.links.length ?? 0;
  if (count === 0) return null;
  const isNew = data?.links.some(({ attributes }) => attributes.unseen > 0);
  return (
    <div className="ended-notice">
      <History className="icon-16" />
      <span id={id}>{t(isNew ? 'share.ended_news' : 'share.ended_notice', { count })}</span>
      <Button size="small" aria-describedby={id} onClick={() => sharingPopup.set({ about: 'ended' })}>
        {t('share.show')}
      </Button>
    </div>
  );
};
