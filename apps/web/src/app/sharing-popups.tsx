import type { Share } from '@holdall/contract/share-link';
import { useQueryClient } from '@tanstack/react-query';
import { linkChanged } from '#features/files/cache/link-changes.ts';
import { sharedChanged } from '#features/files/cache/files.events.ts';
import { refreshEverything } from '#features/files/cache/realtime.events.ts';
import { endSelecting, hasSelection, selectionStore } from '#features/files/selection/selection.store.ts';
import { without } from '#features/files/selection/selection.ts';
import { NewRequestPopup } from '#features/requests/ui/new-request.popup.tsx';
import { RequestsPopup } from '#features/requests/ui/requests.popup.tsx';
import { collectionItem, offeredName } from '#features/sharing/collection-item.ts';
import { invalidateLinks } from '#features/sharing/sharing.queries.ts';
import { askForFiles, closeSharing, type SharingPopup } from '#features/sharing/sharing.store.ts';
import { EndedLinksPopup } from '#features/sharing/ui/ended-links.popup.tsx';
import { GuestsPopup } from '#features/sharing/ui/guests.popup.tsx';
import { ItemGuestsPopup } from '#features/sharing/ui/item-guests.popup.tsx';
import { SharePopup } from '#features/sharing/ui/share.popup.tsx';
import { StopSharingPopup } from '#features/sharing/ui/stop-sharing.popup.tsx';
import { paths } from '#shared/paths/paths.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';

interface RequestsPopupsProps {
  readonly popup: Extract<SharingPopup, { readonly about: 'ask' | 'requests' }>;
}

/** The open popup about requests for files. */
const RequestsPopups = ({ popup }: RequestsPopupsProps) => {
  const client = useQueryClient();
  if (popup.about === 'ask')
    return (
      <NewRequestPopup
        folder={popup.folder}
        onFolder={() => refreshEverything(client)}
        onClose={closeSharing}
      />
    );
  return (
    <RequestsPopup
      onAsk={() => askForFiles(null)}
      onOpenFolder={(id) => {
        closeSharing();
        navigate(paths.files(id));
      }}
      onClose={closeSharing}
    />
  );
};

/** The open popup about links; its changes show wherever the items are. */
export const SharingPopups = ({ popup }: { readonly popup: SharingPopup }) => {
  const client = useQueryClient();
  const onReverted = (): void => refreshEverything(client);
  const change = (id: string, link: Share | null): void => {
    linkChanged(client, id, link);
    // The item has left the list that it was selected in.
    if (link !== null || currentLocation().pathname !== paths.shared()) return;
    selectionStore.set((selection) => without(selection, [{ id }]));
    if (!hasSelection()) endSelecting();
  };
  const onSeen = (): void => sharedChanged(client);
  const always = { onSeen, onReverted, onClose: closeSharing };
  if (popup.about === 'ask' || popup.about === 'requests') return <RequestsPopups popup={popup} />;
  if (popup.about === 'ended') return <EndedLinksPopup {...always} />;
  if (popup.about === 'news') return <GuestsPopup token={popup.token} name={popup.name} {...always} />;
  if (popup.about === 'several')
    return (
      <SharePopup
        item={collectionItem(offeredName(popup.first, popup.count), { link: null, items: popup.count })}
        several={popup.selected}
        refused={false}
        onChanged={() => undefined}
        {...always}
      />
    );
  if (popup.about === 'collection') {
    const { attributes, meta } = popup.link;
    return (
      <SharePopup
        key={popup.link.id}
        item={collectionItem(attributes.name ?? '', { link: popup.link, items: meta.items })}
        refused={popup.refused}
        onChanged={() => invalidateLinks(client)}
        {...always}
      />
    );
  }
  if (popup.about === 'end_collection')
    return (
      <StopSharingPopup
        links={{ token: popup.link.attributes.token }}
        onEnded={() => undefined}
        onStopped={closeSharing}
        onClose={closeSharing}
      />
    );
  const { items, about } = popup;
  const shared = items.filter(({ relationships }) => relationships.shared);
  const [item] = items;
  const { token, links = 1 } = shared[0]?.relationships.shared?.data.attributes ?? {};
  if (!item) return null;
  if (about === 'unshare')
    return (
      <StopSharingPopup
        links={{ itemIds: shared.map(({ id }) => id) }}
        count={shared.reduce(
          (sum, { relationships }) => sum + (relationships.shared?.data.attributes.links ?? 1),
          0,
        )}
        onEnded={(ended) => {
          for (const id of ended) change(id, null);
        }}
        onStopped={closeSharing}
        onClose={closeSharing}
      />
    );
  if (about === 'guests' && links > 1) return <ItemGuestsPopup item={item} {...always} />;
  if (about === 'guests' && token !== undefined)
    return <GuestsPopup token={token} name={item.attributes.name} {...always} />;
  return (
    <SharePopup
      key={item.id}
      item={item}
      refused={about === 'refused'}
      onChanged={(link) => change(item.id, link)}
      {...always}
    />
  );
};
