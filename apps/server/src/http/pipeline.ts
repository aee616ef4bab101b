import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Concurrent requests of one connection; others wait, and reading pauses. */
const answeredAtOnce = 8;
/** Requests of one connection that may wait: no usual client sends that many ahead, and one piece of the wire holds thousands. */
const mayWait = 64;

interface Pipeline {
  answering: number;
  readonly waiting: (() => void)[];
}

export interface Pipelines {
  /** Answers a request now, or when fewer of its connection are being answered; never where too many wait. */
  begin(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /** Tells whether requests of a connection are being answered, or wait for that. */
  isBusy(socket: Socket): boolean;
}

/** Bounds the concurrency that one connection reaches by pipelining requests. */
export const createPipelines = (): Pipelines => {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const pipelineOf = (socket: Socket): Pipeline => {
    const known = pipelines.get(socket);
    if (known !== undefined) return known;
    const pipeline: Pipeline = { answering: 0, waiting: [] };
    pipelines.set(socket, pipeline);
    return pipeline;
  };
  const begin: Pipelines['begin'] = ({ socket }, response, answer) => {
    if (socket.destroyed) return;
    const pipeline = pipelineOf(socket);
    const start = (): void => {
      pipeline.answering += 1;
      response.once('close', () => {
        pipeline.answering -= 1;
        if (socket.destroyed) return;
        const next = pipeline.waiting.shift();
        if (pipeline.waiting.length === 0 && next !== undefined) socket.resume();
        next?.();
      });
      answer();
    };
    if (pipeline.answering < answeredAtOnce) start();
    else if (pipeline.waiting.length === mayWait) socket.destroy();
    else {
      pipeline.waiting.push(start);
      socket.pause();
    }
  };
  return { begin, isBusy: (socket) => (pipelines.get(socket)?.answering ?? 0) > 0 };
};
