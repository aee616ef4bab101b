import { setupSteps, type SetupStep } from '#shared/paths/setup-paths.ts';

const names = {
  'status-check': 'setup.step.status_check',
  'purchase-code': 'setup.step.purchase_code',
  database: 'setup.step.database',
  environment: 'setup.step.environment',
  'app-setup': 'setup.step.app_setup',
  'admin-setup': 'setup.step.admin_setup',
} as const satisfies Record<SetupStep, string>;

/** Returns the message key of a step's name. */
export const nameOf = (step: SetupStep): (typeof names)[SetupStep] => names[step];

/** Returns the steps before one, in order. */
export const stepsBefore = (step: SetupStep): readonly SetupStep[] =>
  setupSteps.slice(0, setupSteps.indexOf(step));

/** Returns the step after one; the last one is its own successor. */
export const stepAfter = (step: SetupStep): SetupStep => setupSteps[setupSteps.indexOf(step) + 1] ?? step;

/** Returns the first incomplete step. */
export const stepToDo = (done: readonly SetupStep[]): SetupStep =>
  setupSteps.find((step) => !done.includes(step)) ?? 'admin-setup';
