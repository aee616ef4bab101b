/** Mails: subject, heading, text, button, and why one gets it. `failed` tells an administrator why a test did not arrive. */
export const mailMessages = {
  'mail.account_ready.button': 'Sign in',
  'mail.account_ready.subject': 'Your {{app}} account is ready',
  'mail.account_ready.text':
    'You’ve chosen a password. From now on, sign in with this email and your password. If this wasn’t you, contact your administrator immediately.',
  'mail.account_ready.title': 'Your account is ready',
  'mail.account_ready.why':
    'You’re getting this email because this address belongs to an account at {{app}}.',
  'mail.link_below': 'If the button doesn’t work, open this link:',
  'mail.email_change.button': 'Confirm email',
  'mail.email_change.subject': 'Confirm your new email',
  'mail.email_change.text':
    'Confirm that you want to use {{email}} for your account. Nothing changes until you do. The link works once, for 24 hours.',
  'mail.email_change.title': 'Is this your new email?',
  'mail.email_change.why':
    'You’re getting this email because someone wants to use this address for an account at {{app}}. If this wasn’t you, you can ignore it.',
  'mail.email_changed.subject': 'Your email was changed',
  'mail.email_changed.text':
    'Your account now uses {{email}}, and emails about it no longer come to this address. If you didn’t change it, contact your administrator immediately.',
  'mail.email_changed.title': 'Your account has a new email',
  'mail.email_changed.why':
    'You’re getting this email because this address belonged to an account at {{app}}.',
  'mail.failed.certificate':
    'The mail server’s certificate isn’t trusted: it’s self-signed, expired or issued for another name.',
  'mail.failed.content': 'The mail server refused the content of the email.',
  'mail.failed.encryption':
    'The mail server doesn’t support this encryption on this port. Try another encryption or port.',
  'mail.failed.failed': 'The email couldn’t be sent.',
  'mail.failed.folder':
    'No mail server is set up: emails are saved as files in the server’s data folder and not sent.',
  'mail.failed.private_address':
    'The mail server has a private address. To allow it, add its name to HOLDALL_ALLOWED_PRIVATE_HOSTS and restart Holdall.',
  'mail.failed.recipient': 'The mail server doesn’t accept emails for this address.',
  'mail.failed.sealed':
    'The saved mail server password can no longer be read because the server’s secret key has changed. Enter the password again.',
  'mail.failed.sender': 'The mail server doesn’t accept the sender’s address.',
  'mail.failed.sign_in': 'The mail server doesn’t accept this user name and password.',
  'mail.failed.timeout': 'The mail server didn’t respond in time. Check its name, port and encryption.',
  'mail.failed.unknown_host': 'There’s no server with this name.',
  'mail.failed.unreachable': 'The mail server can’t be reached on this port.',
  'mail.versions_dropped.button': 'View storage',
  'mail.versions_dropped.subject': 'Your storage is full',
  'mail.versions_dropped.text':
    'To make room for what you uploaded, the oldest versions of your files were deleted. The files themselves are untouched, and so are versions that you pinned or named. Empty your trash or delete what you no longer need, and newer versions stay longer.',
  'mail.versions_dropped.title': 'Your storage is full',
  'mail.versions_dropped.why':
    'You’re getting this email because you have an account at {{app}}. You get at most one a week.',
  'mail.guest_change.button': 'View activity',
  'mail.guest_change.subject': 'A guest changed “{{name}}”',
  'mail.guest_change.text':
    'A guest made a change through your link to “{{name}}”. Take a look, and undo it if you don’t want it.',
  'mail.guest_change.title': 'A guest changed “{{name}}”',
  'mail.guest_change.why':
    'You’re getting this email because you turned on guest activity emails in your profile at {{app}}. You get at most one an hour per link.',
  'mail.guest_changes.button': 'View activity',
  'mail.guest_changes.subject': 'Guests changed “{{name}}”',
  'mail.guest_changes.text':
    'Guests made {{count}} changes through your link to “{{name}}”. Take a look, and undo anything you don’t want.',
  'mail.guest_changes.title': 'Guests changed “{{name}}”',
  'mail.guest_changes.why':
    'You’re getting this email because you turned on guest activity emails in your profile at {{app}}. You get at most one an hour per link.',
  'mail.files_received.button': 'Open folder',
  'mail.files_received.subject': 'You received {{count}} files: “{{name}}”',
  'mail.files_received.text':
    'You received {{count}} files ({{size}}) in “{{folder}}” through your request “{{name}}”.',
  'mail.files_received.title': '{{name}}',
  'mail.files_received.why': 'You’re getting this email because you requested files at {{app}}.',
  'mail.files_received_one.button': 'Open folder',
  'mail.files_received_one.subject': 'You received a file: “{{name}}”',
  'mail.files_received_one.text':
    'You received a file ({{size}}) in “{{folder}}” through your request “{{name}}”.',
  'mail.files_received_one.title': '{{name}}',
  'mail.files_received_one.why': 'You’re getting this email because you requested files at {{app}}.',
  'mail.files_requested.button': 'Send files',
  'mail.files_requested.subject': '{{from}} is asking you for files: “{{name}}”',
  'mail.files_requested.text':
    '{{from}} is asking you for files: “{{name}}”. You don’t need an account, and only {{from}} can see what you send.',
  'mail.files_requested.title': '{{name}}',
  'mail.files_requested.why':
    'You’re getting this email because someone at {{app}} entered your address. Anyone with the link can send files.',
  'mail.files_requested_anonymous.button': 'Send files',
  'mail.files_requested_anonymous.subject': 'Files requested: “{{name}}”',
  'mail.files_requested_anonymous.text':
    'Someone is asking you for files: “{{name}}”. You don’t need an account, and no one else can see what you send.',
  'mail.files_requested_anonymous.title': '{{name}}',
  'mail.files_requested_anonymous.why':
    'You’re getting this email because someone at {{app}} entered your address. Anyone with the link can send files.',
  'mail.password_changed.button': 'Choose a new password',
  'mail.password_changed.subject': 'Your password was changed',
  'mail.password_changed.text':
    'Your password was changed, and you were signed out on all other devices. If you didn’t change it, choose a new password now.',
  'mail.password_changed.title': 'Your password was changed',
  'mail.password_changed.why':
    'You’re getting this email because this address belongs to an account at {{app}}.',
  'mail.password_changed_tokens.button': 'Choose a new password',
  'mail.password_changed_tokens.subject': 'Your password was changed',
  'mail.password_changed_tokens.text':
    'Your password was changed, and you were signed out on all other devices. Your personal access tokens still work ({{tokens}}). Review them in Settings, under Security, and revoke any you don’t recognise. If you didn’t change the password, choose a new one now.',
  'mail.password_changed_tokens.title': 'Your password was changed',
  'mail.password_changed_tokens.why':
    'You’re getting this email because this address belongs to an account at {{app}}.',
  'mail.password_reset.button': 'Choose a new password',
  'mail.password_reset.subject': 'Choose a new password',
  'mail.password_reset.text':
    'Someone, probably you, requested a new password for your account. The link works once, for one hour.',
  'mail.password_reset.title': 'Choose a new password',
  'mail.password_reset.why':
    'You’re getting this email because someone requested a new password for this address at {{app}}. If this wasn’t you, you can ignore it: your password stays the same.',
  'mail.shared.button': 'Open',
  'mail.shared.subject': '{{from}} shared “{{name}}” with you',
  'mail.shared.text': '{{from}} shared “{{name}}” with you. You don’t need an account to open it.',
  'mail.shared.title': '{{name}}',
  'mail.shared.why':
    'You’re getting this email because someone at {{app}} entered your address. Anyone with the link can open it.',
  'mail.shared_anonymous.button': 'Open',
  'mail.shared_anonymous.subject': '“{{name}}” was shared with you',
  'mail.shared_anonymous.text': 'Someone shared “{{name}}” with you. You don’t need an account to open it.',
  'mail.shared_anonymous.title': '{{name}}',
  'mail.shared_anonymous.why':
    'You’re getting this email because someone at {{app}} entered your address. Anyone with the link can open it.',
  'mail.registration.button': 'Confirm email',
  'mail.registration.subject': 'Confirm your email',
  'mail.registration.text':
    'One more step: confirm your email with the password you chose, and your {{app}} account is ready. The link works once, for 24 hours.',
  'mail.registration.title': 'Welcome to {{app}}',
  'mail.registration.why':
    'You’re getting this email because someone signed up for {{app}} with this address. If this wasn’t you, ignore this email and don’t follow the link: no account is created.',
  'mail.registration_known.button': 'Sign in',
  'mail.registration_known.subject': 'You already have an account',
  'mail.registration_known.text':
    'Someone, probably you, tried to sign up with this address. It already has an account: sign in, or choose a new password if you’ve forgotten yours.',
  'mail.registration_known.title': 'You already have an account',
  'mail.registration_known.why':
    'You’re getting this email because someone tried to sign up for {{app}} with this address. If this wasn’t you, you can ignore it: your account stays the same.',
  'mail.test.subject': 'Test email from {{app}}',
  'mail.test.text': 'Emails from {{app}} arrive here. Nothing else to do.',
  'mail.test.title': 'It works',
  'mail.test.why':
    'You’re getting this email because an administrator of {{app}} is testing the mail server.',
  'mail.two_factor_off.button': 'Choose a new password',
  'mail.two_factor_off.subject': 'Two-factor sign-in is off',
  'mail.two_factor_off.text':
    'Two-factor sign-in was turned off: your password alone is now enough to sign in. If this wasn’t you, choose a new password now.',
  'mail.two_factor_off.title': 'Two-factor sign-in is off',
  'mail.two_factor_off.why':
    'You’re getting this email because this address belongs to an account at {{app}}.',
  'mail.two_factor_on.button': 'Choose a new password',
  'mail.two_factor_on.subject': 'Two-factor sign-in is on',
  'mail.two_factor_on.text':
    'From now on, signing in also takes a code from your app. If you didn’t turn this on, choose a new password now and contact your administrator.',
  'mail.two_factor_on.title': 'Two-factor sign-in is on',
  'mail.two_factor_on.why':
    'You’re getting this email because this address belongs to an account at {{app}}.',
  'mail.welcome.button': 'Choose a password',
  'mail.welcome.subject': 'Your {{app}} account',
  'mail.welcome.text':
    'An administrator has created an account for you. Choose a password to get started. The link works once.',
  'mail.welcome.title': 'Welcome to {{app}}',
  'mail.welcome.why':
    'You’re getting this email because an administrator of {{app}} created an account with this address.',
  'mail.warning.button': 'Open the dashboard',
  'mail.warning.subject': '{{title}} – {{app}}',
  'mail.warning.title': '{{title}}',
  'mail.warning.text': '{{text}}',
  'mail.warning.why':
    'You’re getting this email because you’re an administrator of {{app}}. It’s sent once, and again when it’s resolved.',
  'mail.warning_over.button': 'Open the dashboard',
  'mail.warning_over.subject': 'Resolved: {{title}} – {{app}}',
  'mail.warning_over.title': 'Resolved: {{title}}',
  'mail.warning_over.text': 'This no longer needs your attention.',
  'mail.warning_over.why':
    'You’re getting this email because you’re an administrator of {{app}} and were warned before.',
} as const;
