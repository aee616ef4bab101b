const minute = 60_000;

/** So many events within so many milliseconds. */
export interface Limit {
  readonly most: number;
  readonly window: number;
}

/**
 * A person's typing errors fit, a dictionary does not. What is kept by address is kept by network of IPv6 (`networkOf`),
 * and never by subnet of IPv4.
 */
export const limits = {
  /** Guesses at the password of one account, in one known browser, in one session; or everywhere else. */
  passwordOfAccount: { most: 10, window: minute },
  passwordFromAddress: { most: 30, window: minute },
  /** A million codes, of which three count at a time. */
  codeOfAccount: { most: 10, window: 15 * minute },
  codeFromAddress: { most: 30, window: minute },
  /** Mails of one kind that strangers can have sent to one address. */
  mailToAddress: { most: 3, window: 15 * minute },
  mailFromAddress: { most: 10, window: 15 * minute },
  /** Links that were mailed hold 256 random bits: this only keeps the noise down. */
  linkFromAddress: { most: 30, window: minute },
  /** Guesses at the password of one link, from one address or by a guest who has entered one before. */
  passwordOfLink: { most: 10, window: minute },
  /** Patience finds no short password either; others, who come from elsewhere, are not shut out by it. */
  passwordOfLinkInADay: { most: 100, window: 24 * 60 * minute },
  /** Wrong ones from everywhere else: a short password holds for years, and who has entered it before is not shut out. */
  passwordOfLinkInAMinuteAnywhere: { most: 60, window: minute },
  passwordOfLinkInAnHourAnywhere: { most: 500, window: 60 * minute },
  passwordOfLinkInADayAnywhere: { most: 2_000, window: 24 * 60 * minute },
  /**
   * Wrong ones by guests who have entered an earlier password of the link: all of them, and those of one network, of
   * whom one person can be several.
   */
  passwordOfLinkInADayByVisits: { most: 1_000, window: 24 * 60 * minute },
  passwordOfLinkInADayByVisitsOfNetwork: { most: 300, window: 24 * 60 * minute },
  /** Wrong ones at all links of one owner, by others than such guests: each costs a hash. */
  passwordOfLinksOfOwner: { most: 120, window: minute },
  /** Passwords that one account gives its links: each costs a hash. */
  linkPasswordsSet: { most: 20, window: minute },
  /** Mails with links to shared items that one person sends. */
  linksMailed: { most: 60, window: 60 * minute },
  /** Mails about what came by one request for files, whose guests can be anybody. */
  receivedMailed: { most: 12, window: 60 * minute },
  /**
   * Items that one guest of a link has this server look through: searching and laying out archives costs the more the
   * more a folder holds.
   */
  walkedByGuest: { most: 6_000_000, window: minute },
  /** Trials of object storage by an administrator. */
  storageTrialsOfAccount: { most: 10, window: minute },
  /** Images that become an avatar or a logo: each is decoded. */
  imagesOfAccount: { most: 10, window: minute },
  /** Throwaway accounts of the demo. */
  demosFromAddress: { most: 5, window: 60 * minute },
  /** Mail servers that an administrator tries, and test mails. */
  mailTrialsOfAccount: { most: 10, window: minute },
} as const satisfies Record<string, Limit>;

export const longestWindow = Math.max(...Object.values(limits).map(({ window }) => window));
