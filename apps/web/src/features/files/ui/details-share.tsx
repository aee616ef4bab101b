import { Link2, Share2 } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { linkText } from '#shared/lib/link-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { isOffered } from '../actions/action-names.ts';
import { onlyOf, type Batch } from '../actions/batch.ts';
import { abilitiesOf, type ItemActions } from '../actions/item-actions.ts';

interface DetailsShareProps {
  readonly batch: Batch;
  readonly actions: ItemActions;
}

/** The section on who else has access to an item, with the actions that grant and revoke it. */
export const DetailsShare = ({ batch, actions }: DetailsShareProps) => {
  const t = useText();
  if (!isOffered('share', batch, abilitiesOf(actions.host()))) return null;
  const link = onlyOf(batch)?.relationships.shared;
  const { visits = 0, downloads = 0, protected: isProtected, unseen = 0 } = link?.data.attributes ?? {};
  return (
    <section className="details-share" aria-label={t('share.sharing')}>
      <h3>{t('share.sharing')}</h3>
      {link ? (
        <>
          <p>{[linkText(t, link), isProtected && t('share.with_password')].filter(Boolean).join(' · ')}</p>
          <p className="numeric">
            {[t('share.visits', { count: visits }), t('share.downloads', { count: downloads })].join(' · ')}
          </p>
          {unseen > 0 && (
            <button type="button" className="details-share-news" onClick={() => actions.run('guests', batch)}>
              {t('guests.unseen', { count: unseen })}
            </button>
          )}
        </>
      ) : (
        <p>{t('share.only_you')}</p>
      )}
      <div>
        {link && (
          <Button icon={<Link2 className="icon-16" />} onClick={() => actions.run('copy_link', batch)}>
            {t('share.copy')}
          </Button>
        )}
        <Button icon={<Share2 className="icon-16" />} onClick={() => actions.run('share', batch)}>
          {t(link ? 'share.edit' : 'share.menu')}
        </Button>
      </div>
    </section>
  );
};
