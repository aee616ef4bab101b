import './shared-badge.css';
import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { summaryQuery } from '../sharing.queries.ts';

/**
 * Badge beside “Publicly shared”: the number of links, and a mark for new guest activity or files. `compact` shows the
 * mark alone.
 */
export const SharedBadge = ({ compact = false }: { readonly compact?: boolean }) => {
  const t = useText();
  const { data } = useQuery(summaryQuery);
  if (!data) return null;
  const news = [
    data.unseen > 0 && t('guests.unseen', { count: data.unseen }),
    data.received > 0 && t('requests.new_files', { count: data.received }),
  ].filter((said) => said !== false);
  if (news.length === 0 && (compact || data.links === 0)) return null;
  return (
    <span className="shared-badge numeric" data-compact={compact || undefined}>
      {news.length > 0 && (
        <>
          <i className="shared-badge-new" data-tooltip={news.join(', ')} />
          <span className="visually-hidden">{news.join(', ')}</span>
        </>
      )}
      {!compact && data.links > 0 && data.links.toLocaleString(currentLocale())}
    </span>
  );
};
