import type { AnswersOf } from '@holdall/contract/endpoint';
import type { ApiError } from '#shared/api/api-error.ts';
import type { Endpoints } from '#shared/api/routes.ts';
import { createStore } from '#shared/lib/store.ts';

type Installed = AnswersOf<Endpoints['finishSetup']>;

/**
 * Where the wizard is beside its steps. `asking`: the server wants the one-time code, and what it said of the one
 * that it got. `over`: the server is installed, `here` by this page, or `elsewhere`. `finishing` while this page
 * installs: the server says then that it is installed before it answers. `joined`: the database that was chosen here
 * belongs to an installation.
 */
type WizardState =
  | { readonly is: 'open' }
  | { readonly is: 'asking'; readonly refusal: ApiError }
  | { readonly is: 'finishing' }
  | { readonly is: 'over'; readonly where: 'elsewhere' | 'joined' }
  | { readonly is: 'over'; readonly where: 'here'; readonly installed: Installed };

const open: WizardState = { is: 'open' };

export const wizard = createStore<WizardState>(open);

export const reopen = (): void => wizard.set(open);
