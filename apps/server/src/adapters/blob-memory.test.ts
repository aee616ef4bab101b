import { describe } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { describeBlobStore } from '#adapters/blob-store.suite.ts';

describe('blobs in memory', () => {
  describeBlobStore(async () => createMemoryBlobStore());
});
