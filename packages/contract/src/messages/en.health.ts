/** What is wrong with a part of the installation, as administrators read it. */
export const healthMessages = {
  'health.database.away':
    'The database does not answer. Check that it runs and that this server may reach it.',
  'health.database.read_only':
    'Nothing is saved any more because the disk of the database failed to keep what was written to it. What was confirmed before is safe. Check the disk, then restart the server.',
  'health.blobs.away':
    'Files cannot be stored or read. Check the disk that holds them: its space and its rights.',
  'health.blobs.silent':
    'Files can’t be stored or read: the disk that holds them does not answer. Check that it is connected.',
  'health.blobs.store': 'Files can’t be stored or read in the object storage {{place}}. {{why}}',
  'health.mail.folder':
    'E-mails are written to a folder of the server instead of being sent. Enter a mail server in the settings.',
  'health.mail.given_up':
    'Some e-mails could not be sent and were given up. Check the mail server, then try them again.',
  'health.jobs.stalled': 'Work in the background is due, and nobody does it. Restart the server.',
  'health.jobs.given_up': 'Some work in the background failed again and again and was given up.',
  'health.realtime.off':
    'Realtime is off: open pages learn of changes elsewhere only when they are looked at again.',
} as const;
