import type { ManagedUser } from '@holdall/contract/admin-users';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { photoForm } from '#shared/photo/picture.ts';
import { administer } from '#shared/session/administer.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { NewUser } from './new-user.ts';
import { keepUser } from './users.queries.ts';

const bodyOf = ({ first_name, last_name, email, role, capacity, invite, ...passwords }: NewUser) => {
  const { password, password_confirmation } = passwords;
  return {
    first_name,
    last_name,
    email,
    role,
    ...(invite ? { invite } : { password, password_confirmation }),
    ...(capacity !== undefined && { capacity }),
  };
};

interface Made {
  readonly user: ManagedUser;
  /** Why the user has no photo all the same. */
  readonly photoFault?: unknown;
}

/** Makes the user, then gives them their photo: where that fails the user is there, and can be given one later. */
const make = async (asked: NewUser): Promise<Made> => {
  const { data: user } = await administer('createUser', { body: bodyOf(asked) });
  if (!asked.photo) return { user };
  try {
    const sent = { params: { id: user.id }, body: photoForm(asked.photo) };
    return { user: (await administer('updateUserAvatar', sent)).data };
  } catch (photoFault) {
    return { user, photoFault };
  }
};

/** Makes a user, and tells that they are there. */
export const useCreateUser = (onCreated: (user: ManagedUser) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: ({ user, photoFault }, { invite }) => {
      keepUser(client, user);
      const { name, email } = user.attributes;
      showToast({
        type: 'success',
        message: text(invite ? 'create_user.success_invited' : 'create_user.success', { name, email }),
      });
      if (photoFault !== undefined)
        showToast({
          type: 'danger',
          message: text('create_user.photo_failed', { reason: errorText(photoFault) }),
        });
      onCreated(user);
    },
  });
};
