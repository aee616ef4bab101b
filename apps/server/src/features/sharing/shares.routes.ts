import * as contract from '@holdall/contract/shares';
import type { FastifyInstance } from 'fastify';
import { presentShare } from '#features/links/index.ts';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { SharesService } from './shares.service.ts';

export interface SharesRouteDeps {
  readonly shares: SharesService;
  /** The application's origin, as people reach it. */
  readonly publicAddress: () => string;
}

export const registerSharesRoutes = (
  app: FastifyInstance,
  { shares, publicAddress }: SharesRouteDeps,
): void => {
  register(app, contract.createShare, async ({ body, request }) =>
    presentShare(await shares.create(userOf(request), body), publicAddress()),
  );
  register(app, contract.getShare, async ({ params, request }) =>
    presentShare(await shares.get(userOf(request), params.token), publicAddress()),
  );
  register(app, contract.updateShare, async ({ params, body, request }) =>
    presentShare(await shares.update(userOf(request), params.token, body), publicAddress()),
  );
  register(app, contract.revokeShares, async ({ body, request }) => ({
    meta: { count: await shares.revoke(userOf(request), body.tokens) },
  }));
};
