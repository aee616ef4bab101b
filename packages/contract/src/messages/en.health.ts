/** Faults of a part of the installation, as administrators read them. */
export const healthMessages = {
  'health.database.away':
    'The database isn’t responding. Check that it’s running and that this server can reach it.',
  'health.database.read_only':
    'Nothing can be saved because the database’s disk failed. Changes confirmed before that are safe. Check the disk, then restart the server.',
  'health.database.full':
    'The disk of the database is full. People can delete things, but nothing new is saved. Free up space on the disk; saving then resumes on its own.',
  'health.database.no_room':
    'The database server’s disk is full, so changes can’t be saved. Free up space on that disk; saving then resumes on its own.',
  'health.blobs.away':
    'Files can’t be stored or read. Check that the disk has space and that the server may write to it.',
  'health.blobs.silent':
    'Files can’t be stored or read: the disk that holds them isn’t responding. Check that it’s connected.',
  'health.blobs.store': 'Files can’t be stored or read in the object storage {{place}}. {{why}}',
  'health.mail.folder':
    'Emails are written to a folder on the server instead of being sent. Set up a mail server in the settings.',
  'health.mail.given_up': 'Some emails couldn’t be sent. Check the mail server, then retry them.',
  'health.jobs.stalled': 'Background jobs are due but aren’t running. Restart the server.',
  'health.jobs.given_up': 'Some background jobs kept failing and were stopped.',
  'health.realtime.off': 'Live updates are off: pages refresh only when someone returns to them.',
  'health.warning.disk.title': 'The disk is nearly full',
  'health.warning.disk.text':
    '{{server}} has {{free}} left, and uploads stop before its disk is full. Delete files, empty the trash, or add space.',
  'health.warning.disk_days.title': 'The disk is filling up',
  'health.warning.disk_days.text':
    '{{server}} has {{free}} left. Days until it’s full at the current rate: {{days}}. Delete files, empty the trash, or add space.',
  'health.warning.backup_failed.title': 'The last backup failed',
  'health.warning.backup_failed.text': '{{date}}: {{reason}}. Check the backup folder and its disk.',
  'health.warning.backup_old.title': 'The last backup is old',
  'health.warning.backup_old.text': 'It was made on {{date}}. Check the schedule and the backup folder.',
  'health.warning.backup_missing.title': 'There are no backups',
  'health.warning.backup_missing.text': 'If the disk fails, your files are gone. Turn on scheduled backups.',
  'health.warning.examination.title': 'The last check found problems',
  'health.warning.examination.text': 'It ran on {{date}}. See its report for details.',
  'health.warning.damage.title': 'Stored files are damaged',
  'health.warning.damage.text':
    'Damaged or missing: {{count}}. Restore them from a backup before older backups are removed, and check the disk or the object storage.',
  'health.warning.jobs.title': 'Background jobs keep failing',
  'health.warning.jobs.text': 'Stopped after several attempts: {{count}}. See why, then retry them.',
  'health.warning.certificate.title': 'The certificate expires soon',
  'health.warning.certificate.text': 'Browsers will reject {{host}} after {{date}}. Renew its certificate.',
  'health.warning.storage.title': 'File storage isn’t responding',
  'health.warning.storage.text':
    '{{server}} can’t store or read files. Check the disk or the object storage.',
  'health.warning.mail.title': 'The mail server isn’t responding',
  'health.warning.mail.text':
    '{{server}} can’t send email, so password resets and invitations are on hold. Check the mail server in the settings.',
} as const;
