import type { SetupImage, SetupLock } from '@holdall/contract/setup';
import type { DatabaseChooser } from '#db/database-chooser.ts';
import type { Draft } from './draft.types.ts';

/** How far the wizard has come. */
export interface WizardState {
  readonly draft: Draft;
  readonly images: readonly SetupImage[];
  readonly database: ReturnType<DatabaseChooser['current']>;
  /** Whether a purchase code is needed. */
  readonly isLicenceRequired: boolean;
  /** What the operator decides outside. */
  readonly locked: readonly SetupLock[];
}
