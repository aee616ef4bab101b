import './requests.css';
import { Inbox } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { requestsQuery } from '../requests.queries.ts';

interface RequestsSectionProps {
  readonly onAsk: () => void;
  readonly onShow: () => void;
}

/** Above what is shared: requests for files, and what came by them that was not looked at yet. */
export const RequestsSection = ({ onAsk, onShow }: RequestsSectionProps) => {
  const t = useText();
  const { data } = useInfiniteQuery(requestsQuery);
  if (!data) return null;
  const open = data.filter(({ attributes }) => attributes.state === 'active').length;
  const unseen = data.reduce((sum, { attributes }) => sum + attributes.unseen, 0);
  return (
    <section className="requests-section" aria-label={t('requests.titles')}>
      <Inbox className="icon-16" />
      <span>{data.length > 0 ? t('requests.notice', { count: open }) : t('requests.titles')}</span>
      {unseen > 0 && <Tag tone="success">{t('requests.new_files', { count: unseen })}</Tag>}
      {data.length > 0 && (
        <Button size="small" onClick={onShow}>
          {t('requests.show')}
        </Button>
      )}
      <Button size="small" onClick={onAsk}>
        {t('requests.menu')}
      </Button>
    </section>
  );
};
