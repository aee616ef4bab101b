const passwordFile = '  --password-file FILE    a file that holds the password (- reads standard input)';
const json = '  --json                  print the result, or why there is none, as JSON';

/** Text of `holdall user --help`. */
export const userHelp = `Usage: holdall user create EMAIL --password-file FILE [--admin] [--first-name NAME] [--last-name NAME]
       holdall user reset-password EMAIL --password-file FILE [--two-factor-off]
       holdall user promote EMAIL

Manages accounts without an administrator who can sign in. It may run beside the server.

  create            creates an account
  reset-password    gives an account another password; sessions, access tokens and mailed links end
  promote           makes somebody an administrator; a suspended user is reactivated

${passwordFile}
  --admin                 the new account is an administrator's
  --two-factor-off        also turns off two-factor sign-in, if the device is lost
${json}

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 there is no such account.`;

/** Text of `holdall user SUBCOMMAND --help`. */
export const userSubcommandHelp: ReadonlyMap<string, string> = new Map([
  [
    'create',
    `Usage: holdall user create EMAIL --password-file FILE [options]

Creates an account. It may run beside the server.

${passwordFile}
  --admin                 the account is an administrator's
  --first-name NAME       the person's name
  --last-name NAME
${json}

Exit codes: 0 done; 1 failed; 2 wrong usage.`,
  ],
  [
    'reset-password',
    `Usage: holdall user reset-password EMAIL --password-file FILE [options]

Gives an account another password; its sessions, access tokens and mailed links end. It may run beside the server.

${passwordFile}
  --two-factor-off        also turns off two-factor sign-in, if the device is lost
${json}

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 there is no such account.`,
  ],
  [
    'promote',
    `Usage: holdall user promote EMAIL [--json]

Makes somebody an administrator; a suspended user is reactivated. It may run beside the server.

${json}

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 there is no such account.`,
  ],
]);
