import type { Config } from '@holdall/contract/settings';
import type { FastifyRequest } from 'fastify';
import type { MailService } from '#features/mail/index.ts';
import type { RealtimeService } from '#features/realtime/index.ts';
import { type BrandService, presentConfig } from '#features/settings/index.ts';
import { unavailablePageTextFor } from '#features/translations/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { UnavailablePageTextFor } from '#http/unavailable-page.ts';
import type { HttpOptions } from '#http/create-http-app.ts';
import { originOfRequest } from '#http/request-context.ts';
import { acceptedLanguages } from '#lib/http/accept-language.ts';
import type { Brand } from '#ports/brand-store.ts';
import type { SetupServices } from '#app-services.ts';

export interface AppOptions extends Omit<HttpOptions, 'authenticate' | 'web' | 'publicOrigin'> {
  /** Origin of the bot-protection service. */
  readonly recaptchaOrigin: string;
  /** Offers throwaway accounts of a demo; off by default. */
  readonly demo?: boolean;
  /** Folder of the built web application; undefined: an API without pages. */
  readonly webDist: string | undefined;
}

/** Before the installation only the operator's configuration names the public address. */
export type SetupAppOptions = AppOptions & Pick<HttpOptions, 'publicOrigin'>;

/** Reads the configuration that a page gets before anything else. */
export const configReader =
  (
    {
      settings,
      translations,
      users,
      realtime,
      mail,
      brand,
    }: Pick<SetupServices, 'settings' | 'translations'> & {
      users?: UsersService;
      realtime?: RealtimeService;
      mail?: MailService;
      brand?: BrandService;
    },
    { publicOrigin, version, recaptchaOrigin, demo = false }: SetupAppOptions,
    installation: boolean,
  ) =>
  async (request: FastifyRequest): Promise<Config> => {
    const current = await settings.current();
    brand?.observe(current);
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

/**
 * Returns the texts of pages without a database. Only pages that browsers do not keep get the brand, which may
 * change.
 */
export const brandedUnavailablePageText =
  (brandOf: () => Brand | undefined): UnavailablePageTextFor =>
  async (languages, page) => {
    const words = await unavailablePageTextFor(languages, page);
    const brand = page === 'unavailable' ? brandOf() : undefined;
    return { ...words, ...(brand && { brand }) };
  };

/** Serves the web application, where it has been built. */
export const webOf = (
  { webDist }: AppOptions,
  web: Omit<NonNullable<HttpOptions['web']>, 'dist'>,
): HttpOptions['web'] => (webDist === undefined ? undefined : { dist: webDist, ...web });
