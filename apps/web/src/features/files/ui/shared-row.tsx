import './shared-row.css';
import { Link2, Link2Off, Lock } from 'lucide-react';
import { memo } from 'react';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatEnd } from '#shared/lib/format-date.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import type { Entry } from '../entry.ts';
import { linkFacts } from '../link-facts.ts';
import { shownDate } from '../listing/shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryRow } from './entry-row.tsx';

type LinkFacts = NonNullable<Entry['relationships']['shared']>['data']['attributes'];

/** The permissions of a link, and whether it asks for a password. */
const Access = ({ link }: { readonly link: LinkFacts }) => {
  const t = useText();
  return (
    <>
      {t(`share.${link.permission}`)}
      {link.protected && (
        <span data-tooltip={t('share.with_password')}>
          <Lock className="icon-14" aria-hidden="true" />
          <span className="visually-hidden">{t('share.with_password')}</span>
        </span>
      )}
    </>
  );
};

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const { entry, source, sorting } = props;
  const { name } = entry.attributes;
  const { shared } = entry.relationships;
  const link = shared?.data.attributes;
  const end = link?.expires_at ? formatEnd(link.expires_at) : undefined;
  const count = (value = 0): string => value.toLocaleString(currentLocale());
  return (
    <EntryRow
      of={props}
      look="shared-row"
      notice={
        link &&
        link.unseen > 0 && (
          <button
            type="button"
            className="shared-news"
            tabIndex={-1}
            aria-label={t('guests.unseen', { count: link.unseen })}
            data-tooltip={t('guests.unseen', { count: link.unseen })}
            data-action="guests"
          >
            {t('guests.new', { count: link.unseen })}
          </button>
        )
      }
      facts={() => shared && linkFacts(t, shared)}
      cells={() => (
        <>
          <span role="gridcell" className="list-cell shared-access">
            {link && <Access link={link} />}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {end ?? t('share.never')}
          </span>
          <span role="gridcell" className="list-cell numeric shared-visits">
            {count(link?.visits)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate shared-downloads">
            {typeof link?.download_limit !== 'number'
              ? count(link?.downloads)
              : t('share.of_limit', { count: count(link.downloads), limit: count(link.download_limit) })}
          </span>
          <span role="gridcell" className="list-cell numeric truncate shared-date">
            {shownDate(entry, source, sorting)}
          </span>
        </>
      )}
      shortcuts={(drawn) => (
        <>
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('share.copy_named', { name })}
            icon={drawn && <Link2 className="icon-16" />}
            data-action="copy_link"
          />
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('share.stop_named', { name })}
            icon={drawn && <Link2Off className="icon-16" />}
            data-action="unshare"
          />
        </>
      )}
    />
  );
};

/** A row of a shared item: the permissions of its link, its end, and its number of uses. */
export const SharedRow = memo(DrawnRow);
