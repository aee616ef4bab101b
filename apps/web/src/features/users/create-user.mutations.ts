import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { ManagedUser, PasswordLink } from '@holdall/contract/admin-users';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { newPasswordOf } from '#shared/lib/new-password.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { photoForm } from '#shared/photo/picture.ts';
import { administer } from '#shared/session/administer.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { NewUser } from './new-user.ts';
import { setCachedUser } from './users.queries.ts';

const bodyOf = ({ first_name, last_name, email, role, capacity, invite, password }: NewUser) => ({
  first_name,
  last_name,
  email,
  role,
  ...(invite ? { invite } : newPasswordOf(password)),
  ...(capacity !== undefined && { capacity }),
});

interface Made {
  readonly user: ManagedUser;
  /** The invitation to hand over without mail, or the error of creating it. */
  readonly link?: PasswordLink | undefined;
  readonly linkFault?: unknown;
  /** Error of the photo, where the user was created without it. */
  readonly photoFault?: unknown;
}

/** Uploads a photo. Where that fails the user exists, and can get one later. */
const withPhoto = async (user: ManagedUser, photo: Blob | undefined): Promise<Made> => {
  if (!photo) return { user };
  try {
    const sent = { params: { id: user.id }, body: photoForm(photo) };
    return { user: (await administer(adminEndpoints.updateUserAvatar, sent)).data };
  } catch (photoFault) {
    return { user, photoFault };
  }
};

const withLink = async (made: Made): Promise<Made> => {
  try {
    const { data: link } = await administer(adminEndpoints.createInvitationLink, {
      params: { id: made.user.id },
    });
    return { ...made, link };
  } catch (linkFault) {
    return { ...made, linkFault };
  }
};

/**
 * Creates a user and confirms it, unless an invitation link does so.
 * @param areMailsSent whether an invitation is mailed; otherwise the administrator hands over a link
 */
export const useCreateUser = (
  areMailsSent: boolean,
  onCreated: (user: ManagedUser, link?: PasswordLink) => void,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (asked: NewUser): Promise<Made> => {
      const { data } = await administer(adminEndpoints.createUser, { body: bodyOf(asked) });
      const made = await withPhoto(data, asked.photo);
      return asked.invite && !areMailsSent ? withLink(made) : made;
    },
    onSuccess: ({ user, photoFault, link, linkFault }, { invite }) => {
      setCachedUser(client, user);
      const { name, email } = user.attributes;
      const isMailed = invite && areMailsSent;
      // The popup of the invitation confirms it instead.
      if (link === undefined)
        showToast({
          type: 'success',
          message: text(isMailed ? 'create_user.success_invited' : 'create_user.success', { name, email }),
        });
      if (linkFault !== undefined)
        showToast({
          type: 'danger',
          message: text('create_user.link_failed', { reason: errorText(linkFault) }),
        });
      if (photoFault !== undefined)
        showToast({
          type: 'danger',
          message: text('create_user.photo_failed', { reason: errorText(photoFault) }),
        });
      onCreated(user, link);
    },
  });
};
