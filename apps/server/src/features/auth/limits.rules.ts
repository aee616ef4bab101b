const minute = 60_000;

/** A number of events within a number of milliseconds. */
export interface Limit {
  readonly most: number;
  readonly window: number;
}

/**
 * Limits that allow for typing errors, but not for dictionaries. Keys with an address use the network for IPv6
 * (`networkOf`), and never a subnet for IPv4.
 */
export const limits = {
  /** Attempts at the password of one account, in one known browser, in one session; or everywhere else. */
  passwordOfAccount: { most: 10, window: minute },
  passwordFromAddress: { most: 30, window: minute },
  /** There are a million codes, of which three are valid at a time. */
  codeOfAccount: { most: 10, window: 15 * minute },
  codeFromAddress: { most: 30, window: minute },
  /** Mails of one kind that anybody can have sent to one address. */
  mailToAddress: { most: 3, window: 15 * minute },
  mailFromAddress: { most: 10, window: 15 * minute },
  /** Mailed links hold 256 random bits, so this only reduces the load. */
  linkFromAddress: { most: 30, window: minute },
  /** Attempts at the password of one link, from one address or by a guest who has entered one before. */
  passwordOfLink: { most: 10, window: minute },
  /** Prevents slow guessing of short passwords, without locking out other addresses. */
  passwordOfLinkInADay: { most: 100, window: 24 * 60 * minute },
  /**
   * Wrong passwords from everywhere else: a short password holds for years, and guests who have entered it before
   * are not locked out.
   */
  passwordOfLinkInAMinuteAnywhere: { most: 60, window: minute },
  passwordOfLinkInAnHourAnywhere: { most: 500, window: 60 * minute },
  passwordOfLinkInADayAnywhere: { most: 2_000, window: 24 * 60 * minute },
  /**
   * Wrong passwords by guests who have entered an earlier one of the link: in total, and for one network, in which
   * one person can pose as several.
   */
  passwordOfLinkInADayByVisits: { most: 1_000, window: 24 * 60 * minute },
  passwordOfLinkInADayByVisitsOfNetwork: { most: 300, window: 24 * 60 * minute },
  /** Wrong passwords at all links of one owner by other guests, because each costs a hash. */
  passwordOfLinksOfOwner: { most: 120, window: minute },
  /** Passwords that one account sets for its links, because each costs a hash. */
  linkPasswordsSet: { most: 20, window: minute },
  /** Mails with links to shared items that one user sends. */
  linksMailed: { most: 60, window: 60 * minute },
  /** Mails about files received by one request, because anybody can send them. */
  receivedMailed: { most: 12, window: 60 * minute },
  /**
   * Items that one guest of a link has this server walk through: searches and archives cost more the more a folder
   * holds.
   */
  walkedByGuest: { most: 6_000_000, window: minute },
  /** Trials of object storage by an administrator. */
  storageTrialsOfAccount: { most: 10, window: minute },
  /** Images that become an avatar or a logo, because each is decoded. */
  imagesOfAccount: { most: 10, window: minute },
  /** Throwaway accounts of the demo. */
  demosFromAddress: { most: 5, window: 60 * minute },
  /** Mail servers that an administrator tests, and test mails. */
  mailTrialsOfAccount: { most: 10, window: minute },
} as const satisfies Record<string, Limit>;

export const longestWindow = Math.max(...Object.values(limits).map(({ window }) => window));
