import type { Socket } from 'node:net';

export interface Destination {
  /** A name or an address, as it was configured. */
  readonly host: string;
  readonly port: number;
  /** Named by the operator outside the web interface: it may have a private address. */
  readonly trusted?: boolean;
}

export type OutboundFailure =
  | 'unknown_host'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'too_large'
  | 'failed';

/** A call to another server failed. The error holds nothing that the other side has said. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, options?: ErrorOptions) {
    super(`A call to another server did not work: ${reason}.`, options);
    this.reason = reason;
  }
}

export interface OutboundLimits {
  /** Milliseconds until the whole call is given up. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface FormCall extends OutboundLimits {
  readonly fields: Readonly<Record<string, string>>;
  /** The origin was named by the operator outside the web interface: it may have a private address. */
  readonly trusted?: boolean;
}

export interface FormAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * The only way by which the server calls others. Names are resolved once, private addresses are refused unless
 * the operator allows them, and the connection goes to the verified address.
 */
export interface Outbound {
  /** Opens a TCP connection. @throws OutboundError */
  connect(destination: Destination, limits?: OutboundLimits): Promise<Socket>;
  /** Posts a form by HTTP(S), follows no redirect, and reads a small answer. @throws OutboundError */
  postForm(url: string, call: FormCall): Promise<FormAnswer>;
}
