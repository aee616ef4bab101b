import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { beginsWith } from '#db/begins-with.ts';
import { linkOfPrincipal, principalOfLink } from '#http/actor.ts';

/**
 * Whose rows: those of one principal, or those of all guests of a link together, because guests call themselves what
 * they like.
 */
export type Whose = { readonly principal: string } | { readonly link: string };

/** Whose the rows of a principal count for. */
export const whoseOf = (principal: string): Whose => {
  const link = linkOfPrincipal(principal);
  return link === undefined ? { principal } : { link };
};

/** For tables that have a column `principal`. */
export const areOf = (whose: Whose): RawBuilder<SqlBool> =>
  'link' in whose
    ? beginsWith('principal', principalOfLink(whose.link))
    : sql<SqlBool>`principal = ${whose.principal}`;
