import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { ManagedUser } from '@holdall/contract/admin-users';
import type { Role } from '@holdall/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { userKey as ownKey } from '#shared/api/query-keys.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { photoForm } from '#shared/photo/picture.ts';
import { administer } from '#shared/session/administer.ts';
import { currentUserId } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { Capacity } from './capacity.ts';
import { setCachedUser } from './users.queries.ts';

type Answer = Promise<{ readonly data: ManagedUser }>;
type UserChange = SentBodyOf<Endpoints['updateManagedUser']>;
type Restrictions = ManagedUser['meta']['restrictions'];

/** Returns the changes of a user. Each is sent so that it outlives the page, and the server's answer shows. */
export const useUserChanges = (id: string) => {
  const client = useQueryClient();
  const keep = async (answer: Answer): Promise<void> => {
    setCachedUser(client, (await answer).data);
    // The administrator's own name and role also show elsewhere.
    if (id === currentUserId()) await client.invalidateQueries({ queryKey: ownKey });
  };
  const sent = { params: { id }, keepalive: true };
  return {
    update: (body: UserChange) => keep(administer(adminEndpoints.updateManagedUser, { ...sent, body })),
    setPhoto: (photo: Blob) =>
      keep(administer(adminEndpoints.updateUserAvatar, { params: { id }, body: photoForm(photo) })),
    removePhoto: () => keep(administer(adminEndpoints.removeUserAvatar, sent)),
    setRole: (role: Role) => keep(administer(adminEndpoints.updateUserRole, { ...sent, body: { role } })),
    restrict: (body: Restrictions) =>
      keep(administer(adminEndpoints.updateUserRestrictions, { ...sent, body })),
    setCapacity: (capacity: Capacity) =>
      keep(administer(adminEndpoints.updateUserStorage, { ...sent, body: { capacity } })),
  };
};

/** Returns an action on a user started by a button; a toast shows its result or error. */
export const useUserAction = <Input = void>(
  act: (input: Input) => Promise<string | undefined>,
  onDone?: () => void,
) =>
  useMutation({
    mutationFn: act,
    onSuccess: (message) => {
      if (message !== undefined) showToast({ type: 'success', message });
      onDone?.();
    },
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
  });
