import { appEndpoints } from '@holdall/contract/app.endpoints';
import type { OwnSettingName, User, UserSettingsBody } from '@holdall/contract/users';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { call } from '#shared/api/client.ts';
import { userQuery } from '#shared/session/session.ts';
import { updateOwnUser } from './own-user.cache.ts';

/** Value types of the user's own settings. */
type OwnSettings = Pick<User['data']['attributes'], 'color'> &
  User['data']['relationships']['settings']['data']['attributes'];

const settingsOf = ({ data }: User): OwnSettings => ({
  color: data.attributes.color,
  ...data.relationships.settings.data.attributes,
});

/** Returns a setting of the user that saves itself. @param how `forced`: an empty choice is valid, too */
export const useOwnSetting = <Name extends OwnSettingName>(
  name: Name,
  how: { readonly forced?: boolean } = {},
): SavedField<OwnSettings[Name]> => {
  const client = useQueryClient();
  const settings = settingsOf(useSuspenseQuery(userQuery).data);
  return useAutosave<OwnSettings[Name]>({
    ...how,
    name: `own.${name}`,
    value: settings[name],
    save: async (value) => {
      // The names and values of the table go together, which the compiler cannot follow through `Name`.
      const body = { name, value } as UserSettingsBody;
      await call(appEndpoints.updateUserSettings, { body, keepalive: true });
      updateOwnUser(
        client,
        name === 'color' ? { attributes: { color: value as string } } : { settings: { [name]: value } },
      );
    },
  });
};
