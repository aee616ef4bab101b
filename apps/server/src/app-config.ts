import type { Config } from '@holdall/contract/settings';
import type { FastifyRequest } from 'fastify';
import type { MailService } from '#features/mail/index.ts';
import type { RealtimeService } from '#features/realtime/index.ts';
import { presentConfig } from '#features/settings/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { HttpOptions } from '#http/create-http-app.ts';
import { originOfRequest } from '#http/request-context.ts';
import { acceptedLanguages } from '#lib/accept-language.ts';
import type { SetupServices } from '#app-services.ts';

export interface AppOptions extends Omit<HttpOptions, 'authenticate' | 'web' | 'publicOrigin'> {
  /** Where the bot-protection service is. */
  readonly recaptchaOrigin: string;
  /** Whether anybody may try the application in a throwaway account; not unless said. */
  readonly demo?: boolean;
  /** Folder of the built web application; undefined: an API without pages. */
  readonly webDist: string | undefined;
}

/** Before the installation nobody but the operator says where people reach the server. */
export type SetupAppOptions = AppOptions & Pick<HttpOptions, 'publicOrigin'>;

/** Reads what a page is told before anything else. */
export const configReader =
  (
    {
      settings,
      translations,
      users,
      realtime,
      mail,
    }: Pick<SetupServices, 'settings' | 'translations'> & {
      users?: UsersService;
      realtime?: RealtimeService;
      mail?: MailService;
    },
    { publicOrigin, version, recaptchaOrigin, demo = false }: SetupAppOptions,
    installation: boolean,
  ) =>
  async (request: FastifyRequest): Promise<Config> => {
    const current = await settings.current();
    const { actor } = request;
    const own = actor === undefined ? undefined : (await users?.find(actor.id))?.locale;
    return presentConfig({
      settings: current,
      offer: await translations.offer([
        own,
        ...acceptedLanguages(request.headers['accept-language']),
        current.locale,
      ]),
      origin: originOfRequest(request, publicOrigin()),
      isAuthenticated: actor !== undefined,
      mustSetUpTwoFactor: actor?.requiredFactor === 'missing',
      installation,
      version,
      demo,
      mails: (await mail?.isConfigured(current)) ?? false,
      broadcasting: realtime === undefined ? null : await realtime.address(current),
      recaptchaOrigin,
    });
  };

/** The page beside the API, where it is built. */
export const webOf = (
  { webDist }: AppOptions,
  web: Omit<NonNullable<HttpOptions['web']>, 'dist'>,
): HttpOptions['web'] => (webDist === undefined ? undefined : { dist: webDist, ...web });
