import { beforeAll, describe, expect, test } from 'vitest';

describe('behind a hook that fails', () => {
  beforeAll(() => {
    throw new Error('no server');
  });
  test('does not run', () => expect(1).toBe(1));
});
