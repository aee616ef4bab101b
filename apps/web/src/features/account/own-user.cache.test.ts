import type { User } from '@holdall/contract/users';
import { expect, test } from 'vitest';
import { changedUser } from './own-user.cache.ts';

const user: User = {
  data: {
    id: 'u',
    type: 'user',
    attributes: {
      name: 'Mara Lindqvist',
      email: 'mara@northlight.studio',
      role: 'admin',
      avatar: null,
      color: '#2878c0',
      two_factor_confirmed_at: null,
      status: 'active',
      created_at: '2026-11-18T10:00:00.000Z',
    },
    relationships: {
      settings: {
        data: {
          attributes: {
            first_name: 'Mara',
            last_name: 'Lindqvist',
            theme_mode: null,
            emoji_type: null,
            locale: null,
            country: null,
            timezone: null,
            mail_guest_changes: false,
          },
        },
      },
      favourites: { data: [] },
      favourite_items: { data: [] },
    },
    meta: {
      restrictions: { canUpload: true, canDownload: true, canCreateFolder: true, reason: null },
      pending_email: null,
      recovery_codes_left: 0,
      two_factor_required: false,
    },
  },
};

test('a changed part of the name changes the full name', () => {
  const { attributes, relationships } = changedUser(user, { settings: { last_name: 'Okafor' } }).data;
  expect(attributes.name).toBe('Mara Okafor');
  expect(relationships.settings.data.attributes).toMatchObject({ first_name: 'Mara', last_name: 'Okafor' });
});

test('fields that the change omits stay as they are', () => {
  const changed = changedUser(user, { attributes: { color: '#a14090' }, meta: { pending_email: 'm@x.cz' } });
  expect(changed.data.attributes).toEqual({ ...user.data.attributes, color: '#a14090' });
  expect(changed.data.meta.restrictions).toEqual(user.data.meta.restrictions);
  expect(changed.data.meta.pending_email).toBe('m@x.cz');
});
