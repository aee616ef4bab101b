import type { Role } from '@holdall/contract/permissions';
import { useText } from '#shared/i18n/use-text.ts';
import { Tag } from './tag.tsx';

/** A role in its colour (specification section 1). */
export const RoleTag = ({ role }: { readonly role: Role }) => (
  <Tag tone={role}>{useText()(`role.${role}`)}</Tag>
);
