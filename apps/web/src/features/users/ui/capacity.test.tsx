import { en } from '@holdall/contract/messages/en';
import type { Config } from '@holdall/contract/settings';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import type { Capacity } from '../capacity.ts';
import { managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { CapacityField } from './capacity-field.tsx';
import { CreateUserForm } from './create-user-form.tsx';
import { UserCapacity } from './user-capacity.tsx';

const nobody = () => Response.error();
const counts = en['user_storage.capacity_help'];
const countsNot = en['user_storage.capacity_idle'];

test.each<[Config['subscriptionType'], boolean, string]>([
  ['none', false, countsNot],
  ['none', true, counts],
  ['fixed', false, counts],
  ['metered', false, counts],
])('plan %s, limitation %s: for a new user and for a known one it says “%s”', async (plan, limited, said) => {
  putConfig({ subscriptionType: plan, storageLimit: limited } as Config);
  const desk = await openAdminDesk(nobody);
  await desk.draw(<CreateUserForm onCreated={() => undefined} onCancel={() => undefined} />);
  await desk.until(() => expect(desk.box.textContent).toContain(said));
  const storage = { used: 0, capacity: null, given: null, own_capacity: true, percentage: 0 };
  await desk.draw(<UserCapacity user={managedUser({ storage })} />);
  await desk.until(() => expect(desk.box.textContent).toContain(said));
});

const ids = {
  id: 'size',
  'aria-labelledby': 'label',
  'aria-describedby': undefined,
  'aria-invalid': undefined,
} as const;

test('a size changed elsewhere shows, and later input stays', async () => {
  const desk = await openAdminDesk(nobody);
  const Field = ({ given }: { readonly given: number }) => {
    const [written, setWritten] = useState<{ readonly capacity: Capacity | undefined }>();
    return (
      <CapacityField
        {...ids}
        value={written ? written.capacity : given}
        onChange={(capacity) => setWritten({ capacity })}
      />
    );
  };
  const size = () => desk.box.querySelector<HTMLInputElement>('input[name="capacity"]');
  await desk.draw(<Field given={1_000_000_000} />);
  await desk.until(() => expect(size()?.value).toBe('1'));
  await desk.draw(<Field given={2_000_000_000} />);
  await desk.until(() => expect(size()?.value).toBe('2'));
  await desk.type(size(), 'two');
  await desk.until(() => expect(size()?.value).toBe('two'));
});

test('the error of a size disappears when another size arrives from elsewhere', async () => {
  const desk = await openAdminDesk(nobody);
  const given = (bytes: number) =>
    managedUser({ storage: { used: 0, capacity: bytes, given: bytes, own_capacity: true, percentage: 0 } });
  const size = () => desk.box.querySelector<HTMLInputElement>('input[name="capacity"]');
  await desk.draw(<UserCapacity user={given(1e9)} />);
  await desk.until(() => expect(size()?.value).toBe('1'));
  await desk.type(size(), 'much');
  await desk.until(() => expect(desk.box.querySelector('[role=alert]')).not.toBeNull());
  await desk.draw(<UserCapacity user={given(2e9)} />);
  await desk.until(() => expect(size()?.value).toBe('2'));
  expect(desk.box.querySelector('[role=alert]')).toBeNull();
});

test('an invalid size of a new user has the focus and shows its error', async () => {
  putConfig({ subscriptionType: 'fixed', storageLimit: true } as Config);
  const desk = await openAdminDesk(nobody);
  await desk.draw(<CreateUserForm onCreated={() => undefined} onCancel={() => undefined} />);
  const field = (name: string) => desk.box.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  await desk.until(() => expect(field('email')).not.toBeNull());
  for (const [name, text] of [
    ['first_name', 'Ada'],
    ['email', 'ada@example.com'],
    ['password', 'a door in the hill'],
  ] as const)
    await desk.type(field(name), text);
  await desk.change(() => desk.box.querySelector<HTMLInputElement>('input[value="own"]')?.click());
  await desk.type(field('capacity'), 'much');
  await desk.change(() => field('email')?.focus());
  await desk.change(() => desk.box.querySelector<HTMLElement>('button[type=submit]')?.click());
  await desk.until(() => expect(document.activeElement).toBe(field('capacity')));
  expect(field('capacity')?.getAttribute('aria-invalid')).toBe('true');
  expect(desk.calls).toEqual([]);
});
