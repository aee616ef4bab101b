import { setupSteps, type SetupStep } from '#shared/paths/setup-paths.ts';

const names = {
  'status-check': 'setup.step.status_check',
  'purchase-code': 'setup.step.purchase_code',
  database: 'setup.step.database',
  environment: 'setup.step.environment',
  'app-setup': 'setup.step.app_setup',
  'admin-setup': 'setup.step.admin_setup',
} as const satisfies Record<SetupStep, string>;

/** The message that names a step. */
export const nameOf = (step: SetupStep): (typeof names)[SetupStep] => names[step];

/** The steps before one, in their order. */
export const stepsBefore = (step: SetupStep): readonly SetupStep[] =>
  setupSteps.slice(0, setupSteps.indexOf(step));

/** The step after one; the last one stays. */
export const stepAfter = (step: SetupStep): SetupStep => setupSteps[setupSteps.indexOf(step) + 1] ?? step;

/** The first step that is not done yet: where somebody was. */
export const stepToDo = (done: readonly SetupStep[]): SetupStep =>
  setupSteps.find((step) => !done.includes(step)) ?? 'admin-setup';
