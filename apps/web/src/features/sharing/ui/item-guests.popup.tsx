import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';
import { itemLinksQuery } from '../sharing.queries.ts';
import type { SharedItem } from '../sharing.store.ts';
import { GuestActivity, SharedName, UnloadedActivity, type GuestsFollow } from './guests.popup.tsx';
import { ItemLinks } from './item-links.tsx';

interface ItemGuestsPopupProps extends GuestsFollow {
  /** An item with several links. */
  readonly item: SharedItem;
  readonly onClose: () => void;
}

/** Popup of the guest activity of an item with several links: first that of a link with news. */
export const ItemGuestsPopup = ({ item, ...activity }: ItemGuestsPopupProps) => {
  const t = useText();
  const { data, isFetching, ...loading } = useQuery({ ...itemLinksQuery(item.id), staleTime: 0 });
  const [token, setToken] = useState<string>();
  if (token === undefined && data && !isFetching) {
    const isEditors = data.find(({ attributes }) => attributes.permission === 'editor');
    const [first = item.relationships.shared?.data] = data;
    const link = data.find(({ attributes }) => attributes.unseen > 0) ?? isEditors ?? first;
    setToken(link?.attributes.token);
  }
  return (
    <Popup title={t('guests.title')} onClose={activity.onClose}>
      <SharedName name={item.attributes.name} />
      {token === undefined ? (
        <UnloadedActivity {...{ isFetching, ...loading }} />
      ) : (
        <>
          {data && data.length > 1 && (
            <div className="share-body">
              <ItemLinks
                links={data}
                current={token}
                onChoose={({ attributes }) => setToken(attributes.token)}
              />
            </div>
          )}
          <GuestActivity key={token} {...{ token, ...activity }} />
        </>
      )}
    </Popup>
  );
};
