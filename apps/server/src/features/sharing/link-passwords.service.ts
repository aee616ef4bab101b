import { limits, type LimitsService } from '#features/auth/index.ts';
import type { UserActor } from '#http/actor.ts';
import type { PasswordHasher } from '#ports/hasher.ts';

/** Hashes the password that a person gives a link; null where there is none. @throws limit.too_many */
export type HashLinkPassword = (
  actor: UserActor,
  password: string | null | undefined,
) => Promise<string | null>;

export const createLinkPasswords =
  ({
    hasher,
    limits: counted,
  }: {
    readonly hasher: PasswordHasher;
    readonly limits: LimitsService;
  }): HashLinkPassword =>
  async (actor, password) => {
    if (password === undefined || password === null) return null;
    await counted.count(`link_password:${actor.id}`, limits.linkPasswordsSet);
    return hasher.hash(password, 'link');
  };
