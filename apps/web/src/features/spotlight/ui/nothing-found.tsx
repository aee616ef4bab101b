import { useText } from '#shared/i18n/use-text.ts';

interface NothingFoundProps {
  readonly query: string;
  readonly isWaiting: boolean;
  /** There is more than the commands that every query offers. */
  readonly isFound: boolean;
  /** The search may have left results out. */
  readonly mayHaveMissed: boolean;
  readonly failed: boolean;
}

/** Said where there is nothing to list. */
export const NothingFound = ({ query, isWaiting, isFound, mayHaveMissed, failed }: NothingFoundProps) => {
  const t = useText();
  if (failed) return <p className="spotlight-nothing">{t('spotlight.failed')}</p>;
  if (isFound || isWaiting) return null;
  return (
    <p className="spotlight-nothing">
      {query === '' ? t('spotlight.nothing_recent') : t('spotlight.empty', { query })}
      {query !== '' && mayHaveMissed && (
        <>
          <br />
          {t('search.empty.more')}
        </>
      )}
    </p>
  );
};
