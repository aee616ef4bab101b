import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '#features/files/cache/files.queries.ts';
import { folderSource } from '#features/files/listing/listing-source.ts';
import { sortingFrom } from '#features/files/listing/sorting.ts';
import { FolderTree } from '#features/tree/ui/folder-tree.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { useLocation } from '#shared/router/location.ts';
import { useGuestFolder } from './guest-place.ts';

/** The shared folder with all those inside of it. */
export const GuestTree = () => {
  const t = useText();
  const { search } = useLocation();
  const folder = useGuestFolder() ?? filesTop()?.id ?? null;
  const source = folderSource(folder);
  const { data } = useQuery({
    ...pageQuery({ source, sorting: sortingFrom(search, source) }, 0),
    // The screen asks; this only follows.
    enabled: false,
  });
  return (
    <div className="guest-tree" data-tree-scroller>
      <h2>{t('files.title')}</h2>
      <FolderTree current={folder} above={data?.meta.ancestors.map(({ id }) => id)} />
    </div>
  );
};
