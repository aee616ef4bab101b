import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Listing } from '#features/files/listing/use-listing.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import { alerts } from '#shared/ui/alert.ts';
import { ListingBody } from './listing.body.tsx';

beforeAll(withMessages);

test.each([
  [true, 'We couldn’t load this', 1],
  [false, 'You’re offline', 0],
])('a folder that did not load (network: %s) says “%s”', async (onLine, title, told) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  onTestFinished(() => void vi.restoreAllMocks());
  alerts.set([]);
  const error = new ApiError({ status: 0, code: 'network', message: '' });
  const listing = { ref: { source: { kind: 'folder', id: null } }, error, reload: vi.fn<() => void>() };
  const place = openPlace(new QueryClient());
  await place.draw(
    <ListingBody
      listing={listing as unknown as Listing}
      loading={false}
      label=""
      historyKey=""
      left={undefined}
      onSort={() => undefined}
      actions={{} as never}
      favourites={undefined}
      drawing={undefined}
      empty={null}
    />,
  );
  expect(place.box.textContent).toContain(title);
  // “Tell your administrator” helps nobody who has no network.
  expect(alerts.get()).toHaveLength(told);
});
