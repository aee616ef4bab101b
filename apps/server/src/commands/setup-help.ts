/** Text of `holdall setup --help`. */
export const setupHelp = `Usage: holdall setup --admin-email ADDRESS --admin-password-file FILE [options]

Installs Holdall without the wizard: creates the first administrator and the settings.
A running server notices within a second. The storage and the mail server are
tested before. Secrets come from files alone (- reads standard input), or from the environment.

  --admin-email ADDRESS         the administrator's email (HOLDALL_ADMIN_EMAIL)
  --admin-password-file FILE    a file that holds the password (HOLDALL_ADMIN_PASSWORD, …_FILE)
  --admin-first-name NAME, --admin-last-name NAME
  --purchase-code-file FILE     a file that holds the code of your provider (HOLDALL_PURCHASE_CODE, …_FILE)

  --database-file FILE          a file that holds postgres://… or sqlite; it is kept for the server,
                                also where it holds an installation already, which is joined

  --url ADDRESS                 the address that people reach the application at
  --no-realtime                 pages do not update live
  --storage disk|s3             where files are kept (disk); with s3:
  --s3-bucket NAME, --s3-access-key KEY, --s3-secret-key-file FILE, --s3-region NAME,
  --s3-endpoint ADDRESS, --s3-prefix FOLDERS/, --s3-path-style yes|no
  --mail log|smtp               where mails go (log); with smtp:
  --mail-host NAME, --mail-port NUMBER, --mail-encryption none|starttls|tls, --mail-username NAME,
  --mail-password-file FILE, --mail-from ADDRESS

  --title TEXT                  the application's title (Holdall)
  --description TEXT, --color NAME, --contact-email ADDRESS, --locale LANGUAGE
  --default-theme light|dark|system, --default-emoji twemoji|applemoji
  --upload-limit BYTES          largest file; 0 means no limit (0)
  --chunk-size BYTES            larger files are sent in pieces of this size (32000000)
  --subscription-type TYPE      how accounts are limited: none, fixed (each has a capacity) or metered (none)
  --storage-limit               accounts have a capacity under the type none, too
  --default-capacity BYTES      capacity of accounts without one of their own (5000000000)
  --blacklist TYPES             MIME types and extensions that may not be uploaded, separated by commas
  --logo FILE, --logo-horizontal FILE, --favicon FILE, --share-image FILE
                                images of the application: PNG, JPEG, WebP, AVIF, GIF or TIFF
  --avatar FILE                 the administrator's photo

  --json                        says what was done, or what is wrong, as JSON

Exit codes: 0 installed, 1 failed, 2 wrong usage, 3 installed already.`;
