/** The origin of a call, for the list of sessions and for rate limits. */
export interface Caller {
  /** The address by the connection or a trusted proxy. */
  readonly address: string;
  readonly userAgent: string;
}
