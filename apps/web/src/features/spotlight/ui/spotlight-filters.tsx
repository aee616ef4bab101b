import { useText } from '#shared/i18n/use-text.ts';
import { filters, type Filter } from '../results.ts';

interface SpotlightFiltersProps {
  readonly filter: Filter;
  /** Users can be found. */
  readonly isAdmin: boolean;
  readonly onChoose: (filter: Filter) => void;
}

/** Chooses the kind of results. */
export const SpotlightFilters = ({ filter, isAdmin, onChoose }: SpotlightFiltersProps) => {
  const t = useText();
  return (
    <div className="spotlight-filters" role="group" aria-label={t('spotlight.filter')}>
      {filters
        .filter((name) => name !== 'users' || isAdmin)
        .map((name) => (
          <button key={name} type="button" aria-pressed={filter === name} onClick={() => onChoose(name)}>
            {t(`spotlight.filter.${name}`)}
          </button>
        ))}
    </div>
  );
};
