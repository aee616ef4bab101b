import { text } from '#shared/i18n/messages.ts';
import { addAlert, type AlertEvent } from './alert.ts';

/** Opens a success popup: festive, with a theme button, unless the event says otherwise. */
export const openSuccess = (event: AlertEvent): void =>
  addAlert({ emoji: '🎉', button: text('alerts.success_confirm'), buttonStyle: 'theme', ...event });
