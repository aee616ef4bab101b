import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { ApiError } from '#shared/api/api-error.ts';
import { createStore } from '#shared/lib/store.ts';

type Installed = AnswersOf<Endpoints['finishSetup']>;

/**
 * State of the wizard beside its steps. `asking`: the server requires the one-time code, with its error about the last
 * one. `over`: the server is installed, `here` by this page, or `elsewhere`. `finishing`: this page is installing, and
 * other calls may find the server installed before the answer arrives. `joined`: the chosen database belongs to an
 * existing installation.
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
