import type { Upgrade } from '#ports/realtime.ts';

/** Takes a WebSocket that sends back the first text that it gets, and closes it. */
export type EchoSocket = (upgrade: Upgrade) => void;
