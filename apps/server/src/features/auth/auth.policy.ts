import type { UserActor } from '#lib/actor.ts';
import type { AccountState } from './auth.types.ts';

/** Tells whether an account can be used now. */
export const isInUse = ({
  status,
  deleting_at: deletingAt,
}: Pick<AccountState, 'status' | 'deleting_at'>): boolean => status === 'active' && deletingAt === null;

/** Returns the actor of an account, by a session or an access token. */
export const actorOf = (
  account: AccountState,
  by: Pick<UserActor, 'session' | 'scope' | 'token'>,
): UserActor => ({
  kind: 'user',
  id: account.user_id,
  role: account.role,
  canUpload: account.can_upload === 1,
  canDownload: account.can_download === 1,
  canCreateFolder: account.can_create_folder === 1,
  ...(account.demo_until === null ? {} : { demo: true }),
  ...(account.required_factor === null ? {} : { requiredFactor: account.required_factor }),
  ...by,
});
