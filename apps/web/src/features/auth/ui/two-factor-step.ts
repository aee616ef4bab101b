import { ApiError } from '#shared/api/api-error.ts';
import { refusalText } from '../refusal.ts';

/** Props of a form for the second factor. */
export interface TwoFactorStepProps {
  /** Switches to the other kind of code. */
  readonly onSwitch: () => void;
  /** Returns to the password. */
  readonly onBack: () => void;
  /** Called where the sign-in has to start again. */
  readonly onEnd: (error: ApiError) => void;
  /** Called instead of continuing where few recovery codes are left. */
  readonly onFew: (left: number) => void;
}

/** Returns the message under the field of a wrong code. */
export const wrongCode = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'two_factor.wrong_code' ? refusalText(error) : undefined;
