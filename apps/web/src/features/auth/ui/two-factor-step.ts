import { ApiError } from '#shared/api/api-error.ts';
import { refusalText } from '../refusal.ts';

/** What a form for the second factor is given. */
export interface TwoFactorStepProps {
  /** Goes to the other kind of code. */
  readonly onSwitch: () => void;
  /** Goes back to the password. */
  readonly onBack: () => void;
  /** Called where the sign-in has to begin anew. */
  readonly onEnd: (error: ApiError) => void;
  /** Called instead of going on where few recovery codes are left. */
  readonly onFew: (left: number) => void;
}

/** What stands under the field where the code is not right. */
export const wrongCode = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'two_factor.wrong_code' ? refusalText(error) : undefined;
