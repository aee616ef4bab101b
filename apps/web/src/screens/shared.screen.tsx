import { sharedSource } from '#features/files/listing-source.ts';
import { sortingFrom } from '#features/files/sorting.ts';
import { EmptyPicture, Notice } from '#features/files/ui/notice.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useLocation } from '#shared/router/location.ts';
import { Collection } from './collection.tsx';

/** `/platform/my-shared-items`: what has a live link. */
export const SharedScreen = () => {
  const t = useText();
  const { search } = useLocation();
  return (
    <Collection
      listed={{ source: sharedSource, sorting: sortingFrom(search, sharedSource) }}
      title={t('shared.title')}
      empty={
        <Notice picture={<EmptyPicture />} title={t('shared.empty.title')} text={t('shared.empty.text')} />
      }
    />
  );
};
