import * as contract from '@holdall/contract/file-requests';
import type { OpenedRequest } from '@holdall/contract/file-requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guestOf, userOf } from '#http/actor.ts';
import { setLinkCookie } from '#http/link-cookie.ts';
import { register } from '#http/register.ts';
import { qrSvg } from '#lib/qr-svg.ts';
import type { ReceivedService } from './received.service.ts';
import { presentOpenedRequest, presentRequest, presentRequests, requestUrl } from './requests.present.ts';
import type { RequestsService } from './requests.service.ts';

export interface RequestsRouteDeps {
  readonly requests: RequestsService;
  readonly received: ReceivedService;
  /** Returns the application's public origin. */
  readonly publicAddress: () => string;
  /** Tells whether the request reached this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

export const registerRequestsRoutes = (
  app: FastifyInstance,
  { requests, received, publicAddress, isHttps }: RequestsRouteDeps,
): void => {
  register(app, contract.createFileRequest, async ({ body, request }) =>
    presentRequest(await requests.create(userOf(request), body), publicAddress()),
  );
  register(app, contract.listFileRequests, async ({ query, request }) =>
    presentRequests(await requests.list(userOf(request), query), publicAddress()),
  );
  register(app, contract.updateFileRequest, async ({ params, body, request }) =>
    presentRequest(await requests.update(userOf(request), params.token, body), publicAddress()),
  );
  register(app, contract.deleteFileRequest, async ({ params, request }) => {
    await requests.remove(userOf(request), params.token);
    return undefined;
  });
  register(app, contract.getFileRequestQr, async ({ params, request }) => {
    const { request: found } = await requests.get(userOf(request), params.token);
    const url = requestUrl(publicAddress(), found.token);
    return { data: { svg: await qrSvg(url), url } };
  });

  const view = async (request: FastifyRequest, reply: FastifyReply): Promise<OpenedRequest> => {
    const guest = guestOf(request);
    const { cookie, ...opened } = await received.view(guest);
    if (cookie !== undefined) setLinkCookie(reply, { token: guest.token, https: isHttps(request) }, cookie);
    return presentOpenedRequest(opened);
  };
  register(app, contract.openFileRequest, ({ request, reply }) => view(request, reply));
  register(app, contract.finishFileRequest, async ({ request, reply }) => {
    await received.finish(guestOf(request));
    return view(request, reply);
  });
};
