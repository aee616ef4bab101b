import type { ObjectStorage } from '#ports/object-storage.ts';

/** A bucket at an address where nothing listens. */
export const unreachableBucket: ObjectStorage = {
  endpoint: 'http://127.0.0.1:9',
  region: 'eu-1',
  bucket: 'files',
  accessKey: 'key',
  secretKey: 'secret',
  pathStyle: true,
  prefix: '',
  trusted: true,
};
