import { expect, test, vi } from 'vitest';
import type { ChannelMessage } from '#ports/realtime.ts';
import { eventually } from '#testing/eventually.ts';
import type { PusherApi } from './pusher-api.ts';
import { createPusherHttpClient } from './pusher-http-client.ts';

const message = (channel: string): ChannelMessage => ({ channel, event: 'e', data: {} });
const quick = { first: 1, longest: 4 };

/** Records the calls of a service, and whether it answers them. */
const listening = () => {
  const said: string[] = [];
  const state = {
    fails: false,
    endsNobody: false,
    channels: ['a', 'b'],
    isSlow: undefined as Promise<void> | undefined,
    onSaid: () => undefined as void,
  };
  const say = async (text: string): Promise<void> => {
    await state.isSlow;
    if (state.fails) throw new Error('away');
    said.push(text);
    state.onSaid();
  };
  const api: PusherApi = {
    send: (messages) => say(messages.map(({ channel }) => channel).join(' ')),
    channels: async () => {
      await say('channels?');
      return state.channels;
    },
    terminate: async (user) => {
      if (state.endsNobody) throw new Error('unknown user');
      await say(`end ${user}`);
    },
    close: () => undefined,
  };
  const broken = vi.fn();
  const missed = (channels: readonly string[]) => channels.map((name) => message(`all of ${name}`));
  const line = createPusherHttpClient(api, { missed, onBroken: broken }, quick);
  return { line, said, state, broken };
};

test('messages are sent ten at a time, one call after the other', async () => {
  const { line, said } = listening();
  for (let number = 1; number <= 12; number += 1) line.publish(message(String(number)));
  await eventually(() => expect(said).toEqual(['1', '2 3 4 5 6 7 8 9 10 11', '12']));
});

test('missed messages are made up for by one message to everybody to refetch', async () => {
  const { line, said, state, broken } = listening();
  state.fails = true;
  line.publish(message('lost'));
  await eventually(() => expect(broken).toHaveBeenCalled());
  line.publish(message('lost, too'));
  state.fails = false;
  await eventually(() => expect(said).toEqual(['channels?', 'all of a all of b']));
  expect(broken).toHaveBeenCalledTimes(1);
  line.publish(message('again'));
  await eventually(() => expect(said.at(-1)).toBe('again'));
});

test('failing disconnections delay no message, and are retried', async () => {
  const { line, said, state, broken } = listening();
  state.endsNobody = true;
  line.end('somebody');
  line.end('somebody else');
  await eventually(() => expect(broken).toHaveBeenCalledTimes(1));
  line.publish(message('heard'));
  await eventually(() => expect(said).toEqual(['heard']));
  state.endsNobody = false;
  line.end('a third');
  await eventually(() => expect(said).toHaveLength(4));
  expect(said).toEqual(expect.arrayContaining(['end somebody', 'end somebody else', 'end a third']));
  expect(broken).toHaveBeenCalledTimes(1);
});

test('a closing client sends its outstanding messages', async () => {
  const { line, said } = listening();
  line.end('one more');
  line.publish(message('last'));
  line.tellAll((channels) => channels.map(message));
  await line.close();
  expect(said.toSorted()).toEqual(['a b', 'channels?', 'end one more', 'last']);
  line.publish(message('too late'));
  expect(said).toHaveLength(4);
});

test('at most a thousand messages wait for a slow service: then all clients are told to refetch, once', async () => {
  const { line, said, state } = listening();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.isSlow = promise;
  for (let number = 1; number <= 1_500; number += 1) line.publish(message(String(number)));
  resolve();
  await eventually(() => expect(said.at(-1)).toBe('all of a all of b'));
  expect(said).toEqual(['1', 'channels?', 'all of a all of b']);
});

test('a broadcast to all channels ends, however many there are and however much is published meanwhile', async () => {
  const { line, said, state } = listening();
  state.channels = Array.from({ length: 200_000 }, (_, number) => `c${number}`);
  state.onSaid = () => {
    if (said.length === 100) line.publish(message('meanwhile'));
  };
  line.tellAll((channels) => channels.map(message));
  await eventually(() => expect(said.at(-1)).toBe('meanwhile'));
  expect(said.filter((text) => text === 'channels?')).toHaveLength(1);
  expect(said).toHaveLength(20_002);
});

test('at most a thousand disconnections wait for a silent service', async () => {
  const { line, said, state } = listening();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.isSlow = promise;
  for (let number = 1; number <= 3_000; number += 1) line.end(String(number));
  resolve();
  await eventually(() => expect(said.at(-1)).toBe('end 3000'));
  expect(said.length).toBeLessThanOrEqual(1_001);
});
