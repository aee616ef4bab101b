import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { beginsWith } from '#db/begins-with.ts';
import { linkOfPrincipal, principalOfLink } from '#lib/actor.ts';

/** The rows of one principal, or of all guests of a link together, because guests can name themselves at will. */
export type PrincipalScope = { readonly principal: string } | { readonly link: string };

/** Returns the scope that the rows of a principal belong to. */
export const scopeOf = (principal: string): PrincipalScope => {
  const link = linkOfPrincipal(principal);
  return link === undefined ? { principal } : { link };
};

/** Returns a condition for tables with a column `principal`. */
export const isInScope = (scope: PrincipalScope): RawBuilder<SqlBool> =>
  'link' in scope
    ? beginsWith('principal', principalOfLink(scope.link))
    : sql<SqlBool>`principal = ${scope.principal}`;
