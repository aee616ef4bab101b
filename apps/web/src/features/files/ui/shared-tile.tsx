import { useText } from '#shared/i18n/use-text.ts';
import { linkFacts } from '../link-facts.ts';
import type { EntryProps } from './entry-props.ts';
import { GridTile } from './grid-tile.tsx';

/** A tile of a shared item: the permissions of its link, its end, and its news. */
export const SharedTile = (props: EntryProps) => {
  const t = useText();
  const { shared } = props.entry.relationships;
  return <GridTile {...props} facts={shared ? linkFacts(t, shared) : undefined} />;
};
