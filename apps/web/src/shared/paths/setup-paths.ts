import type { SetupStep } from '@holdall/contract/setup';

export type { SetupStep };

/** The steps of the setup wizard in their order (specification section 2). */
export const setupSteps = [
  'status-check',
  'purchase-code',
  'database',
  'environment',
  'app-setup',
  'admin-setup',
] as const satisfies readonly SetupStep[];

/** Addresses of the setup wizard. */
export const setupPaths = {
  install: () => '/install',
  step: (step: SetupStep) => `/setup-wizard/${step}`,
};

/** The step that an address belongs to. */
export const stepAt = (pathname: string): SetupStep | undefined =>
  setupSteps.find((step) => pathname.replace(/\/$/, '') === setupPaths.step(step));
