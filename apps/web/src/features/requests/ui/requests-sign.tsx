import './requests-sign.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { requestsQuery } from '../requests.queries.ts';

/** Beside “Publicly shared”: that files came by requests, and were not looked at yet. */
export const RequestsSign = () => {
  const t = useText();
  const { data } = useInfiniteQuery({ ...requestsQuery, staleTime: 60_000 });
  const unseen = data?.reduce((sum, { attributes }) => sum + attributes.unseen, 0) ?? 0;
  if (unseen === 0) return null;
  return (
    <span className="requests-sign">
      <span className="visually-hidden">{t('requests.new_files', { count: unseen })}</span>
    </span>
  );
};
