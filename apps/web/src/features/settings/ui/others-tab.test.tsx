import type { GroupSettings } from '@holdall/contract/admin-settings';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { OthersTab } from './others-tab.tsx';

const attributes = {
  upload_limit: 0,
  chunk_size: 1e7,
  mimetypes_blacklist: [],
  default_capacity: 5e9,
  trash_retention_days: 30,
  registration: false,
  two_factor_required: 'nobody',
  contact_email: null,
  recaptcha_allowed: false,
  recaptcha_client_id: '',
  recaptcha_secret: false,
  activity_days: 365,
};

test.each([
  ['none', false],
  ['metered', false],
  ['fixed', true],
])('the plan %s shows the default size: %s', async (plan, isAsked) => {
  openServer(() => Response.json({ data: { id: 'u', attributes: { two_factor_confirmed_at: null } } }));
  await loadMessages('en');
  const settings: GroupSettings = {
    data: { attributes: { ...attributes, subscription_type: plan }, images: {} },
    meta: { locked: [], fixed: [] },
  };
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  await draw(<OthersTab tab={{ group: 'others', settings }} />);
  await change();
  expect(box.textContent.includes('Default storage')).toBe(isAsked);
});
