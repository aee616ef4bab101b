/** The bot-protection service did not load, or gives no token. */
export class BotCheckError extends Error {
  override readonly name = 'BotCheckError';
}
