import type { SetupImage, SetupLock } from '@holdall/contract/setup';
import type { DatabaseChooser } from '#db/database-chooser.ts';
import type { Draft } from './draft.types.ts';

/** The state of the wizard. */
export interface WizardState {
  readonly draft: Draft;
  readonly images: readonly SetupImage[];
  readonly database: ReturnType<DatabaseChooser['current']>;
  /** True if a purchase code is needed. */
  readonly isLicenceRequired: boolean;
  /** Parts that the operator has configured. */
  readonly locked: readonly SetupLock[];
}
