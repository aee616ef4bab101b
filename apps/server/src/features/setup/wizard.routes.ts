import { createHash } from 'node:crypto';
import { pages } from '@holdall/contract/pages';
import * as contract from '@holdall/contract/setup';
import type { Config } from '@holdall/contract/settings';
import { getConfig } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '#http/caller.ts';
import { nameIn, readImage } from '#http/form-image.ts';
import { bodyOf } from '#http/incoming-bytes.ts';
import { takeRawBodies } from '#http/raw-bodies.ts';
import { addressAway, isWithinReach } from '#http/page-address.ts';
import { register } from '#http/register.ts';
import { sendResource } from '#http/send-resource.ts';
import { setDeviceCookie, setSessionCookie } from '#http/session-cookie.ts';
import { takeUpgrade } from '#http/upgrade.ts';
import { AppError } from '#lib/app-error.ts';
import { sniff } from '#lib/media/media-sniff.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { EchoSocket } from '#ports/echo.ts';
import type { Wizard } from './wizard.service.ts';
import { presentStatus } from './wizard.present.ts';

export interface WizardRouteDeps {
  readonly wizard: Wizard;
  readonly clock: Clock;
  readonly echo: EchoSocket;
  readonly configOf: (request: FastifyRequest) => Promise<Config>;
  /** Returns the origin of a request, as this server sees it. */
  readonly originOf: (request: FastifyRequest) => string;
}

/** Bytes by which a browser probes for proxies: byte i is i modulo 251. */
const probeBytes = Buffer.from(Array.from({ length: contract.setupProbeLength }, (_none, at) => at % 251));

const opened = (bytes: Buffer, span?: ByteSpan): BlobBytes => ({
  close: async () => undefined,
  async *[Symbol.asyncIterator]() {
    yield Buffer.from(span === undefined ? bytes : bytes.subarray(span.start, span.end + 1));
  },
});

/** Counts the bytes of a body without storing them. @throws request.too_large */
const countBytes = async (request: FastifyRequest): Promise<number> => {
  let received = 0;
  for await (const piece of bodyOf(request.raw)) {
    received += piece.length;
    if (received > contract.setupProbeLimit) throw new AppError('request.too_large');
  }
  return received;
};

/** Tells whether the browser keeps the session's cookie at the public address: a secure one needs HTTPS. */
const keepsCookie = (request: FastifyRequest, address: string): boolean => {
  if (!address.startsWith('https:')) return true;
  const { origin } = request.headers;
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(request.host);
  return isLocal || request.protocol === 'https' || origin?.startsWith('https:') === true;
};

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Registers the calls of the wizard, until there is an installation. */
export const registerWizardRoutes = (app: FastifyInstance, deps: WizardRouteDeps): void => {
  const { wizard, clock, echo, originOf } = deps;

  const guard = async (request: FastifyRequest): Promise<void> => {
    if (wizard.finish.isOver()) throw new AppError('setup.done');
    wizard.codeGuard.check({
      code: headerOf(request, contract.setupCodeHeader),
      address: networkOf(request.ip),
    });
  };
  const status = (request: FastifyRequest) => ({ data: presentStatus(wizard.state(), originOf(request)) });
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Buffer },
  ) =>
    sendResource(request, reply, {
      name,
      contentType: type,
      disposition: 'inline',
      size: bytes.length,
      validators: { etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` },
      cacheControl: 'no-store',
      askedAt: clock.now(),
      open: async (span) => opened(bytes, span),
    });

  void app.register(async (scope) => {
    scope.addHook('onRequest', guard);
    register(scope, contract.getSetupStatus, async ({ request }) => status(request));
    register(scope, contract.getSetupChecks, async () => ({
      data: { checks: await wizard.runChecks(), now: new Date(clock.now()).toISOString() },
    }));
    register(scope, contract.confirmSetupChecks, async ({ request, body }) => {
      await wizard.passChecks(body.request_size);
      return status(request);
    });
    register(scope, contract.savePurchaseCode, async ({ request, body }) => {
      await wizard.savePurchaseCode(body.code);
      return status(request);
    });
    register(scope, contract.saveSetupDatabase, async ({ request, body }) =>
      wizard.database.save(body, async ({ state }) => {
        const answer = { ...status(request), meta: { installed: state === 'installed' } };
        if (state === 'installed') await wizard.finish.join();
        return answer;
      }),
    );
    register(scope, contract.testSetupDatabase, async ({ body }) => {
      const { state, version, tls = null } = await wizard.database.test(body);
      return { state, version, tls };
    });
    register(scope, contract.saveSetupEnvironment, async ({ request, body }) => {
      if (body.url !== undefined && !isWithinReach(request, body.url)) throw addressAway();
      await wizard.environment.save(body);
      return status(request);
    });
    register(scope, contract.testSetupStorage, async ({ body }) => {
      await wizard.environment.testStorage(body);
      return { works: true as const };
    });
    register(scope, contract.testSetupMail, async ({ request, body }) => {
      const { locale } = await deps.configOf(request);
      return { to: await wizard.environment.testMail({ ...body, locale }) };
    });
    register(scope, contract.saveSetupApp, async ({ request, body }) => {
      await wizard.saveApp(body);
      return status(request);
    });
    register(scope, contract.getSetupImage, async ({ params: { name }, request, reply }) => {
      const bytes = wizard.findImage(name);
      const type = bytes === undefined ? undefined : sniff(bytes)?.type;
      if (bytes === undefined || type === undefined) throw new AppError('image.not_found');
      return send(request, reply, { name, type, bytes });
    });
    register(scope, contract.removeSetupImage, async ({ params, request }) => {
      await wizard.removeImage(params.name);
      return status(request);
    });
    register(scope, contract.probeDownload, async ({ request, reply }) =>
      send(request, reply, { name: 'probe', type: 'application/octet-stream', bytes: probeBytes }),
    );
    register(scope, contract.finishSetup, async ({ request, reply, body }) => {
      const installed = await wizard.finish.install(body);
      const { address } = installed;
      if (!keepsCookie(request, address)) return { url: address, signed_in: false };
      const caller = callerOf(request);
      const signedIn = await installed.signIn({ email: body.email, password: body.password, caller });
      const https = address.startsWith('https:');
      setSessionCookie(reply, https, signedIn.session);
      setDeviceCookie(reply, https, signedIn.device);
      return { url: address, signed_in: true };
    });

    void scope.register(async (raw) => {
      takeRawBodies(raw);
      register(raw, contract.probeUpload, async ({ request }) => ({ received: await countBytes(request) }));
      register(raw, contract.saveSetupImage, async ({ request }) => {
        await readImage(request, ({ bytes }, whole) =>
          wizard.saveImage(async () => nameIn(contract.saveSetupImage.body, await whole()), bytes),
        );
        return status(request);
      });
    });
  });

  app.get(contract.setupSocketPath, { compress: false }, async (request, reply) => {
    const upgrade = takeUpgrade(request, reply);
    if (upgrade === undefined) throw new AppError('request.not_found');
    echo(upgrade);
    return reply;
  });
  register(app, getConfig, async ({ request }) => deps.configOf(request));
  // In onRequest, so that the answer does not depend on the type of the body.
  app.all('/api/*', {
    onRequest: async () => {
      throw new AppError('setup.required');
    },
    handler: async () => undefined,
  });
};

const isOver = async (): Promise<never> => {
  throw new AppError('setup.done');
};

/** Tells whether a request is one of the wizard's calls, which need no database to authenticate. */
export const isOfSetup = (url: string): boolean => /^\/api\/setup(\/|$|\?)/.test(url);

/** Registers the wizard's paths once there is an installation. */
export const registerSetupOverRoutes = (app: FastifyInstance): void => {
  // In onRequest, so that the answer does not depend on the body.
  app.all('/api/setup/*', { onRequest: isOver, handler: isOver });
  for (const page of [pages.install, '/setup-wizard', '/setup-wizard/*'])
    app.get(page, async (_request, reply) => reply.redirect(pages.signIn));
};
