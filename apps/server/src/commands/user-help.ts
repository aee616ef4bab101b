const passwordFile = '  --password-file FILE    a file that holds the password (- reads standard input)';
const json = '  --json                  print the result, or why there is none, as JSON';

/** Text of `holdall user --help`. */
export const userHelp = `Usage: holdall user create EMAIL --password-file FILE [--admin] [--first-name NAME] [--last-name NAME]
       holdall user reset-password EMAIL --password-file FILE [--two-factor-off]
       holdall user promote EMAIL

Does with accounts what would otherwise need an administrator who can sign in. It may run beside the server.

  create            makes an account
  reset-password    gives an account another password; sessions, access tokens and mailed links end
  promote           makes somebody an administrator; one who was suspended is let in again

${passwordFile}
  --admin                 the new account is an administrator's
  --two-factor-off        also switches two-factor sign-in off, for who has lost the device
${json}

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 there is no such account.`;

/** Text of `holdall user SUBCOMMAND --help`. */
export const userSubcommandHelp: ReadonlyMap<string, string> = new Map([
  [
    'create',
    `Usage: holdall user create EMAIL --password-file FILE [options]

Makes an account. It may run beside the server.

${passwordFile}
  --admin                 the account is an administrator's
  --first-name NAME       the name of who it is for
  --last-name NAME
${json}

Exit codes: 0 done; 1 failed; 2 wrong usage.`,
  ],
  [
    'reset-password',
    `Usage: holdall user reset-password EMAIL --password-file FILE [options]

Gives an account another password; its sessions, access tokens and mailed links end. It may run beside the server.

${passwordFile}
  --two-factor-off        also switches two-factor sign-in off, for who has lost the device
${json}

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 there is no such account.`,
  ],
  [
    'promote',
    `Usage: holdall user promote EMAIL [--json]

Makes somebody an administrator; one who was suspended is let in again. It may run beside the server.

${json}

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 there is no such account.`,
  ],
]);
