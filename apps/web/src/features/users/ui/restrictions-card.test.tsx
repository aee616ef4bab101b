import { en } from '@holdall/contract/messages/en';
import { expect, test } from 'vitest';
import { managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { RestrictionsCard } from './restrictions-card.tsx';

const answered = () => Response.json({ data: managedUser() });

test('two switches pressed in a row are both saved', async () => {
  const desk = await openAdminDesk(answered);
  await desk.draw(<RestrictionsCard user={managedUser()} />);
  await desk.until(() => expect(desk.box.querySelectorAll('input[role=switch]')).toHaveLength(3));
  const [upload, download] = desk.box.querySelectorAll<HTMLInputElement>('input[role=switch]');
  await desk.change(() => upload?.click());
  await desk.change(() => download?.click());
  await desk.until(() =>
    expect(desk.calls.at(-1)?.body).toEqual({
      canUpload: false,
      canDownload: false,
      canCreateFolder: true,
      reason: null,
      _method: 'patch',
    }),
  );
});

test('a restriction asks for a reason, and an empty one is saved as none', async () => {
  const desk = await openAdminDesk(answered);
  await desk.draw(<RestrictionsCard user={managedUser()} />);
  await desk.until(() => expect(desk.box.querySelectorAll('input')).toHaveLength(3));
  expect(desk.box.querySelector('input[maxlength]')).toBeNull();
  const restrictions = { canUpload: false, canDownload: true, canCreateFolder: true, reason: 'Too much' };
  await desk.draw(<RestrictionsCard key="restricted" user={managedUser({ restrictions })} />);
  await desk.until(() => expect(desk.box.querySelector('input[maxlength]')).not.toBeNull());
  await desk.type(desk.box.querySelector('input[maxlength]'), '');
  await desk.until(() =>
    expect(desk.calls.at(-1)?.body).toEqual({ ...restrictions, reason: null, _method: 'patch' }),
  );
});

test('a failure to lift the last restriction shows, though the reason’s row is gone', async () => {
  let isThere = false;
  const desk = await openAdminDesk(() => {
    if (!isThere) throw new TypeError('nobody is there');
    return answered();
  });
  const restrictions = { canUpload: false, canDownload: true, canCreateFolder: true, reason: null };
  await desk.draw(<RestrictionsCard user={managedUser({ restrictions })} />);
  await desk.until(() => expect(desk.box.querySelector('input[maxlength]')).not.toBeNull());
  await desk.change(() => desk.box.querySelector<HTMLElement>('input[role=switch]')?.click());
  await desk.until(() =>
    expect(desk.box.querySelector('[role=alert]')?.textContent).toBe(en['autosave.unreachable']),
  );
  expect(desk.box.querySelector('input[maxlength]')).toBeNull();
  isThere = true;
  await desk.change(() => dispatchEvent(new Event('online')));
  await desk.until(() => expect(desk.box.querySelector('[role=alert]')).toBeNull());
});
