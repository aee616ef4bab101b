import * as contract from '@holdall/contract/shares';
import type { FastifyInstance } from 'fastify';
import { presentShare, shareUrl } from '#features/links/index.ts';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { qrSvg } from '#lib/qr-svg.ts';
import { presentActivity, presentEnded, presentSummary } from './share-activity.present.ts';
import type { ShareActivityService } from './share-activity.service.ts';
import type { SharesService } from './shares.service.ts';
import type { SummarizeLinks } from './summary.service.ts';

export interface SharesRouteDeps {
  readonly shares: SharesService;
  readonly shareActivity: ShareActivityService;
  readonly summarizeLinks: SummarizeLinks;
  /** Returns the application's public origin. */
  readonly publicAddress: () => string;
}

export const registerSharesRoutes = (
  app: FastifyInstance,
  { shares, shareActivity, summarizeLinks, publicAddress }: SharesRouteDeps,
): void => {
  register(app, contract.createShare, async ({ body, request }) =>
    presentShare(await shares.create(userOf(request), body), publicAddress()),
  );
  register(app, contract.listItemShares, async ({ params, request }) => {
    const links = await shares.list(userOf(request), params.id);
    return { data: links.map((row) => presentShare(row, publicAddress(), links).data) };
  });
  register(app, contract.getShare, async ({ params, request }) =>
    presentShare(await shares.get(userOf(request), params.token), publicAddress()),
  );
  register(app, contract.updateShare, async ({ params, body, request }) =>
    presentShare(await shares.update(userOf(request), params.token, body), publicAddress()),
  );
  register(app, contract.revokeShares, async ({ body, request }) => ({
    meta: { count: await shares.revoke(userOf(request), body) },
  }));
  register(app, contract.getShareQr, async ({ params, request }) => {
    const { token } = await shares.get(userOf(request), params.token);
    const url = shareUrl(publicAddress(), token);
    return { data: { svg: await qrSvg(url), url } };
  });
  register(app, contract.mailShare, async ({ params, body, request }) => ({
    meta: { count: await shares.mailTo(userOf(request), params.token, body) },
  }));
  register(app, contract.listShareActivity, async ({ params, query, request }) =>
    presentActivity(await shareActivity.list(userOf(request), params.token, query)),
  );
  register(app, contract.markShareActivitySeen, async ({ params, body, request }) => {
    await shareActivity.markSeen(userOf(request), params.token, body.until);
    return undefined;
  });
  register(app, contract.revertShareActivity, async ({ params, body, request }) => ({
    meta: await shareActivity.revert(userOf(request), params.token, body),
  }));
  register(app, contract.listEndedShares, async ({ request }) =>
    presentEnded(await shareActivity.listEnded(userOf(request))),
  );
  register(app, contract.summarizeShares, async ({ request }) =>
    presentSummary(await summarizeLinks(userOf(request))),
  );
};
