import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type {
  GroupSettings,
  SettingGroup,
  SettingName,
  SettingValue,
} from '@holdall/contract/admin-settings';
import type { BrandImage } from '@holdall/contract/images';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { updateCached } from '#shared/api/update-cached.ts';
import { settingsKey } from '#shared/api/query-keys.ts';
import { administer } from '#shared/session/administer.ts';

const groupKey = (group: SettingGroup) => [...settingsKey, group] as const;

/** The settings of a tab, refetched when the window gets the focus, since others may change them. */
export const groupQuery = (group: SettingGroup) =>
  queryOptions({
    queryKey: groupKey(group),
    queryFn: ({ signal }) => administer(adminEndpoints.getSettingGroup, { params: { group }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Updates the cached setting with the value that the server has stored. */
export const setCachedSetting = (
  client: QueryClient,
  group: SettingGroup,
  { name, value }: { readonly name: SettingName; readonly value: SettingValue },
): void => {
  updateCached<GroupSettings>(
    client,
    groupKey(group),
    (known) =>
      known && { ...known, data: { ...known.data, attributes: { ...known.data.attributes, [name]: value } } },
  );
};

/** Invalidates the settings of a tab. */
export const invalidateSettings = (client: QueryClient, group: SettingGroup): void =>
  void client.invalidateQueries({ queryKey: groupKey(group) });

/** Replaces the cached settings of a tab with those that the server has stored. */
export const setCachedSettings = (client: QueryClient, group: SettingGroup, settings: GroupSettings): void =>
  updateCached<GroupSettings>(client, groupKey(group), () => settings);

/** Updates the cached image of the application with the one that the server has stored. */
export const setCachedImage = (client: QueryClient, name: BrandImage, address: string | null): void => {
  updateCached<GroupSettings>(
    client,
    groupKey('appearance'),
    (known) =>
      known && { ...known, data: { ...known.data, images: { ...known.data.images, [name]: address } } },
  );
};
