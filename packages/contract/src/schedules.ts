/** The intervals at which the server does something by itself. */
export const scheduleRhythms = ['off', 'daily', 'weekly'] as const;
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
