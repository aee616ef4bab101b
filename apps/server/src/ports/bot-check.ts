export interface BotQuestion {
  /** The secret of the bot-protection service. */
  readonly secret: string;
  /** The token that the service gave to the page. */
  readonly token: string;
  /** The visitor's address. */
  readonly address: string;
  /** The action for which the page requested the token. */
  readonly action: string;
  /** Host of the public address, where one is known: tokens of other pages do not count. */
  readonly host: string | undefined;
}

/** `unavailable`: the service could not be reached, or does not know the secret. */
export type BotVerdict = 'human' | 'bot' | 'unavailable';

export interface BotCheck {
  verify(question: BotQuestion): Promise<BotVerdict>;
}
