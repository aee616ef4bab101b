import type { ManagedUser } from '@holdall/contract/admin-users';
import { expect, test, vi } from 'vitest';
import { toasts } from '#shared/ui/toast.ts';
import { useCreateUser } from './create-user.mutations.ts';
import { emptyProfile } from './new-user.ts';
import { id, managedUser, openAdminDesk } from './testing/admin-desk.tsx';

test('a user whose photo is refused is created all the same, and the page says both', async () => {
  toasts.set([]);
  const user = managedUser();
  const onCreated = vi.fn<(user: ManagedUser) => void>();
  const desk = await openAdminDesk(({ path }) =>
    path.endsWith('/avatar')
      ? Response.json({ code: 'limit.too_many', message: 'Too many.' }, { status: 429 })
      : Response.json({ data: user }, { status: 201 }),
  );
  const Form = () => {
    const { mutate } = useCreateUser(true, onCreated);
    const asked = { ...emptyProfile, password: '', invite: true, photo: new Blob(['photo']) };
    return <form onSubmit={() => mutate(asked)} />;
  };
  await desk.draw(<Form />);
  await desk.change(() => desk.box.querySelector('form')?.requestSubmit());
  await desk.until(() => expect(onCreated).toHaveBeenCalledWith(user, undefined));
  expect(desk.calls.map(({ path }) => path)).toEqual(['/api/admin/users', `/api/admin/users/${id}/avatar`]);
  expect(toasts.get().map(({ type }) => type)).toEqual(['success', 'danger']);
  expect(toasts.get()[1]?.message).toBe(
    'The photo wasn’t saved. Too many attempts. Please wait a moment and try again. You can choose it again here.',
  );
});
