/** Mails: subject, heading, text, button, and why one gets it. `failed` tells an administrator why a test did not arrive. */
export const mailMessages = {
  'mail.account_ready.button': 'Sign in',
  'mail.account_ready.subject': 'Your account at {{app}} is ready',
  'mail.account_ready.text':
    'You have chosen a password. From now on sign in with this e-mail and the password. If it was not you who chose it, tell your administrator at once.',
  'mail.account_ready.title': 'Your account is ready',
  'mail.account_ready.why': 'You get this e-mail because this address belongs to an account at {{app}}.',
  'mail.link_below': 'If the button does not work, open this address:',
  'mail.email_change.button': 'Confirm e-mail',
  'mail.email_change.subject': 'Confirm your new e-mail',
  'mail.email_change.text':
    'Confirm that {{email}} is to be the e-mail of your account. Until then nothing changes. The link works once, for 24 hours.',
  'mail.email_change.title': 'Is this your new e-mail?',
  'mail.email_change.why':
    'You get this e-mail because somebody wants to use this address for an account at {{app}}. If that was not you, do nothing.',
  'mail.email_changed.subject': 'Your e-mail was changed',
  'mail.email_changed.text':
    'Your account now uses {{email}}. E-mails about it no longer come to this address. If you did not change it, tell your administrator at once.',
  'mail.email_changed.title': 'Your account has a new e-mail',
  'mail.email_changed.why': 'You get this e-mail because this address belonged to an account at {{app}}.',
  'mail.failed.certificate':
    'The certificate of the mail server is not trusted: it is self-signed, expired, or made for another name.',
  'mail.failed.content': 'The mail server refused the content of the e-mail.',
  'mail.failed.encryption':
    'The mail server does not speak this kind of encryption on this port. Try another encryption or port.',
  'mail.failed.failed': 'The e-mail could not be sent.',
  'mail.failed.folder':
    'No mail server is set up: e-mails are kept as files in the server’s data directory and sent to nobody.',
  'mail.failed.private_address':
    'The mail server has a private address. Whoever runs this server can allow it: its name goes into HOLDALL_ALLOWED_PRIVATE_HOSTS, and Holdall is started anew.',
  'mail.failed.recipient': 'The mail server does not accept e-mails for this address.',
  'mail.failed.sealed':
    'The saved password of the mail server can’t be read anymore, because the server’s secret key has changed. Enter the password again.',
  'mail.failed.sender': 'The mail server does not accept the sender’s address.',
  'mail.failed.sign_in': 'The mail server does not accept this user name and password.',
  'mail.failed.timeout':
    'The mail server did not answer in time. Check its name, the port and the encryption.',
  'mail.failed.unknown_host': 'There is no server with this name.',
  'mail.failed.unreachable': 'The mail server can’t be reached at this port.',
  'mail.guest_change.button': 'See what was done',
  'mail.guest_change.subject': 'A guest changed “{{name}}”',
  'mail.guest_change.text':
    'A guest did something through your link to “{{name}}”. Look at it, and revert it if you don’t want it.',
  'mail.guest_change.title': 'A guest changed “{{name}}”',
  'mail.guest_change.why':
    'You get this e-mail because you switched on notices in your profile at {{app}}. At most one an hour comes for each link.',
  'mail.guest_changes.button': 'See what was done',
  'mail.guest_changes.subject': 'Guests changed “{{name}}”',
  'mail.guest_changes.text':
    'Guests did {{count}} things through your link to “{{name}}”. Look at them, and revert what you don’t want.',
  'mail.guest_changes.title': 'Guests changed “{{name}}”',
  'mail.guest_changes.why':
    'You get this e-mail because you switched on notices in your profile at {{app}}. At most one an hour comes for each link.',
  'mail.files_received.button': 'Open the folder',
  'mail.files_received.subject': '{{count}} files came: “{{name}}”',
  'mail.files_received.text': '{{count}} files ({{size}}) came into “{{folder}}” by your request “{{name}}”.',
  'mail.files_received.title': '{{name}}',
  'mail.files_received.why': 'You get this e-mail because you asked for files at {{app}}.',
  'mail.files_received_one.button': 'Open the folder',
  'mail.files_received_one.subject': 'A file came: “{{name}}”',
  'mail.files_received_one.text': 'A file ({{size}}) came into “{{folder}}” by your request “{{name}}”.',
  'mail.files_received_one.title': '{{name}}',
  'mail.files_received_one.why': 'You get this e-mail because you asked for files at {{app}}.',
  'mail.files_requested.button': 'Send files',
  'mail.files_requested.subject': '{{from}} asks you for files: “{{name}}”',
  'mail.files_requested.text':
    '{{from}} asks you for files: “{{name}}”. You need no account, and nobody but {{from}} sees what you send.',
  'mail.files_requested.title': '{{name}}',
  'mail.files_requested.why':
    'You get this e-mail because somebody at {{app}} entered your address. Whoever has the link can send files.',
  'mail.files_requested_anonymous.button': 'Send files',
  'mail.files_requested_anonymous.subject': 'You are asked for files: “{{name}}”',
  'mail.files_requested_anonymous.text':
    'Somebody asks you for files: “{{name}}”. You need no account, and nobody else sees what you send.',
  'mail.files_requested_anonymous.title': '{{name}}',
  'mail.files_requested_anonymous.why':
    'You get this e-mail because somebody at {{app}} entered your address. Whoever has the link can send files.',
  'mail.password_changed.button': 'Choose a new password',
  'mail.password_changed.subject': 'Your password was changed',
  'mail.password_changed.text':
    'The password of your account was changed, and all other devices were signed out. If you did not change it, choose a new password now.',
  'mail.password_changed.title': 'Your password was changed',
  'mail.password_changed.why': 'You get this e-mail because this address belongs to an account at {{app}}.',
  'mail.password_changed_tokens.button': 'Choose a new password',
  'mail.password_changed_tokens.subject': 'Your password was changed',
  'mail.password_changed_tokens.text':
    'The password of your account was changed, and all other devices were signed out. Personal access tokens still work; you have {{tokens}}. Look at them under Security in your settings, and revoke those that you do not know. If you did not change the password, choose a new one now.',
  'mail.password_changed_tokens.title': 'Your password was changed',
  'mail.password_changed_tokens.why':
    'You get this e-mail because this address belongs to an account at {{app}}.',
  'mail.password_reset.button': 'Choose a new password',
  'mail.password_reset.subject': 'Choose a new password',
  'mail.password_reset.text':
    'Somebody, probably you, asked for a new password for your account. The link works once, for one hour.',
  'mail.password_reset.title': 'Choose a new password',
  'mail.password_reset.why':
    'You get this e-mail because somebody asked for a new password for this address at {{app}}. If that was not you, do nothing: your password stays as it is.',
  'mail.shared.button': 'Open',
  'mail.shared.subject': '{{from}} shared “{{name}}” with you',
  'mail.shared.text': '{{from}} gives you access to “{{name}}”. You need no account for it.',
  'mail.shared.title': '{{name}}',
  'mail.shared.why':
    'You get this e-mail because somebody at {{app}} entered your address. Whoever has the link can open it.',
  'mail.shared_anonymous.button': 'Open',
  'mail.shared_anonymous.subject': '“{{name}}” was shared with you',
  'mail.shared_anonymous.text': 'Somebody gives you access to “{{name}}”. You need no account for it.',
  'mail.shared_anonymous.title': '{{name}}',
  'mail.shared_anonymous.why':
    'You get this e-mail because somebody at {{app}} entered your address. Whoever has the link can open it.',
  'mail.registration.button': 'Confirm e-mail',
  'mail.registration.subject': 'Confirm your e-mail',
  'mail.registration.text':
    'One more step: confirm your e-mail with the password that you chose, and your account at {{app}} is ready. The link works once, for 24 hours.',
  'mail.registration.title': 'Welcome to {{app}}',
  'mail.registration.why':
    'You get this e-mail because somebody asked for an account at {{app}} with this address. If you did not ask for one, do nothing and follow no link: no account is made.',
  'mail.registration_known.button': 'Sign in',
  'mail.registration_known.subject': 'You have an account already',
  'mail.registration_known.text':
    'Somebody, probably you, asked for an account with this address. It has one already: sign in, or choose a new password if you have forgotten yours.',
  'mail.registration_known.title': 'You have an account already',
  'mail.registration_known.why':
    'You get this e-mail because somebody asked for an account at {{app}} with this address. If that was not you, do nothing: your account stays as it is.',
  'mail.test.subject': 'Test e-mail from {{app}}',
  'mail.test.text': 'E-mails from {{app}} arrive here. There is nothing to do.',
  'mail.test.title': 'It works',
  'mail.test.why': 'You get this e-mail because an administrator of {{app}} is testing the mail server.',
  'mail.two_factor_off.button': 'Choose a new password',
  'mail.two_factor_off.subject': 'Two-factor sign-in is off',
  'mail.two_factor_off.text':
    'Two-factor sign-in was switched off: your password alone opens your account. If that was not you, choose a new password now.',
  'mail.two_factor_off.title': 'Two-factor sign-in is off',
  'mail.two_factor_off.why': 'You get this e-mail because this address belongs to an account at {{app}}.',
  'mail.two_factor_on.button': 'Choose a new password',
  'mail.two_factor_on.subject': 'Two-factor sign-in is on',
  'mail.two_factor_on.text':
    'From now on signing in takes a code from your app, too. If you did not switch this on, choose a new password now and tell your administrator.',
  'mail.two_factor_on.title': 'Two-factor sign-in is on',
  'mail.two_factor_on.why': 'You get this e-mail because this address belongs to an account at {{app}}.',
  'mail.welcome.button': 'Choose a password',
  'mail.welcome.subject': 'Your account at {{app}}',
  'mail.welcome.text':
    'An administrator has made an account for you. Choose a password, and it is yours. The link works once.',
  'mail.welcome.title': 'Welcome to {{app}}',
  'mail.welcome.why':
    'You get this e-mail because an administrator of {{app}} made an account with this address.',
  'mail.warning.button': 'Open the dashboard',
  'mail.warning.subject': '{{title}} – {{app}}',
  'mail.warning.title': '{{title}}',
  'mail.warning.text': '{{text}}',
  'mail.warning.why':
    'You get this email because you are an administrator of {{app}}. It comes once, and another one when it is over.',
  'mail.warning_over.button': 'Open the dashboard',
  'mail.warning_over.subject': 'Resolved: {{title}} – {{app}}',
  'mail.warning_over.title': 'Resolved: {{title}}',
  'mail.warning_over.text': 'This no longer needs your attention.',
  'mail.warning_over.why':
    'You get this email because you are an administrator of {{app}} and were warned before.',
} as const;
