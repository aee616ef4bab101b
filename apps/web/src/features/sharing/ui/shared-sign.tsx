import './shared-sign.css';
import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { summaryQuery } from '../sharing.queries.ts';

/** Beside “Publicly shared”: how many links there are, and whether guests did something. `compact`: the latter alone. */
export const SharedSign = ({ compact = false }: { readonly compact?: boolean }) => {
  const t = useText();
  const { data } = useQuery(summaryQuery);
  if (!data || (data.unseen === 0 && (compact || data.links === 0))) return null;
  return (
    <span className="shared-sign numeric" data-compact={compact || undefined}>
      {data.unseen > 0 && (
        <>
          <i className="shared-sign-new" />
          <span className="visually-hidden">{t('guests.unseen', { count: data.unseen })}</span>
        </>
      )}
      {!compact && data.links > 0 && data.links.toLocaleString(currentLocale())}
    </span>
  );
};
