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

/** The settings of a tab. Others may change them meanwhile: whoever comes back to the window sees them as they are. */
export const groupQuery = (group: SettingGroup) =>
  queryOptions({
    queryKey: groupKey(group),
    queryFn: ({ signal }) => administer('getSettingGroup', { params: { group }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Shows a setting as the server has kept it. */
export const keepSetting = (
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

/** Has the settings of a tab asked for anew. */
export const outdateSettings = (client: QueryClient, group: SettingGroup): void =>
  void client.invalidateQueries({ queryKey: groupKey(group) });

/** Shows all settings of a tab as the server has kept them. */
export const keepSettings = (client: QueryClient, group: SettingGroup, settings: GroupSettings): void =>
  updateCached<GroupSettings>(client, groupKey(group), () => settings);

/** Shows an image of the application as the server has kept it. */
export const keepImage = (client: QueryClient, name: BrandImage, address: string | null): void => {
  updateCached<GroupSettings>(
    client,
    groupKey('appearance'),
    (known) =>
      known && { ...known, data: { ...known.data, images: { ...known.data.images, [name]: address } } },
  );
};
