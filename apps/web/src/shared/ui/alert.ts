import { createStore } from '#shared/lib/store.ts';
import { hasText, text } from '#shared/i18n/messages.ts';

/** A popup event (specification section 3). */
export interface AlertEvent {
  readonly title: string;
  readonly message: string;
  readonly emoji?: string;
  readonly button?: string;
  readonly buttonStyle?: 'danger' | 'theme';
}

/** The alerts that wait to be read; the first one is shown. */
export const alerts = createStore<readonly Required<AlertEvent>[]>([]);

/** Has an alert wait its turn; one that waits already is not added again. */
export const addAlert = (alert: Required<AlertEvent>): void =>
  alerts.set((waiting) =>
    waiting.some((other) => other.title === alert.title && other.message === alert.message)
      ? waiting
      : [...waiting, alert],
  );

const errorConfirm = 'alerts.error_confirm';
/** Specification section 8 has it for languages that lack the message. */
const sadFallback = 'That’s really sad';

/** Opens an error popup: sad, with a danger button, unless the event says otherwise. */
export const openAlert = (event: AlertEvent): void =>
  addAlert({
    emoji: '😢',
    button: hasText(errorConfirm) ? text(errorConfirm) : sadFallback,
    buttonStyle: 'danger',
    ...event,
  });

/** The alert for what nobody expected (specification section 8). */
export const openGenericAlert = (): void =>
  openAlert({ title: text('popup_error.title'), message: text('popup_error.message') });

export const closeAlert = (): void => alerts.set((waiting) => waiting.slice(1));
