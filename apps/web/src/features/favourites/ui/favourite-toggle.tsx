import './favourite-toggle.css';
import type { Favourite } from '@holdall/contract/users';
import { Star } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { useFavouriteActions, useFavourites } from '../favourites.mutations.ts';

/** Toggles the favourite of the current folder. */
export const FavouriteToggle = ({ folder }: { readonly folder: Favourite }) => {
  const t = useText();
  const { add, remove } = useFavouriteActions();
  const isFavourite = useFavourites().some(({ id }) => id === folder.id);
  return (
    <IconButton
      className="favourite-toggle"
      size="small"
      label={t(isFavourite ? 'favourites.remove_this' : 'favourites.add_this')}
      icon={<Star className="icon-16" />}
      aria-pressed={isFavourite}
      onClick={() => (isFavourite ? remove(folder) : add([folder]))}
    />
  );
};
