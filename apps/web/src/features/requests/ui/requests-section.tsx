import './requests.css';
import { Inbox, RotateCw } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { requestsQuery } from '../requests.queries.ts';

interface RequestsSectionProps {
  readonly onAsk: () => void;
  readonly onShow: () => void;
}

/** Shows file requests and their unseen files above shared items. */
export const RequestsSection = ({ onAsk, onShow }: RequestsSectionProps) => {
  const t = useText();
  const id = useId();
  const { data = [], isError, isFetching, refetch, hasNextPage } = useInfiniteQuery(requestsQuery);
  const open = data.filter(({ attributes }) => attributes.state === 'active').length;
  const unseen = data.reduce((sum, { attributes }) => sum + attributes.unseen, 0);
  // Before the requests are loaded, the number of open ones is unknown.
  const isCounted = data.length > 0 && !hasNextPage;
  return (
    <section className="requests-section" aria-label={t('requests.titles')}>
      <Inbox className="icon-16" />
      <span id={id}>{isCounted ? t('requests.notice', { count: open }) : t('requests.titles')}</span>
      {unseen > 0 && <Tag tone="success">{t('requests.new_files', { count: unseen })}</Tag>}
      {data.length > 0 ? (
        <Button size="small" aria-describedby={id} onClick={onShow}>
          {t('requests.show')}
        </Button>
      ) : (
        isError && (
          <Button
            size="small"
            icon={<RotateCw className="icon-16" />}
            aria-describedby={id}
            busy={isFetching}
            onClick={() => void refetch()}
          >
            {t('actions.try_again')}
          </Button>
        )
      )}
      <Button size="small" onClick={onAsk}>
        {t('requests.menu')}
      </Button>
    </section>
  );
};
