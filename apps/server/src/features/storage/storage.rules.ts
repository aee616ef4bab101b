import { join } from 'node:path';
import { isSameBucket } from '#lib/bucket-location.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import type { StoreLocation } from './storage.types.ts';

/** Tells whether both are one location, by whatever keys. */
export const isSameLocation = (one: StoreLocation, other: StoreLocation): boolean =>
  one.kind === 's3' && other.kind === 's3' ? isSameBucket(one.bucket, other.bucket) : one.kind === other.kind;

/** Returns a location's name for people. */
export const describeLocation = (location: StoreLocation): string =>
  location.kind === 'disk'
    ? 'the data directory'
    : `the bucket ${location.bucket.bucket} at ${new URL(location.bucket.endpoint).host}`;

/** Returns what administrators see of where files are stored, without secrets. */
export const storedIn = (
  location: StoreLocation,
  dataDir: string,
): { readonly kind: 'disk' | 's3'; readonly place: string } =>
  location.kind === 'disk'
    ? { kind: 'disk', place: join(dataDir, 'blobs') }
    : { kind: 's3', place: `${new URL(location.bucket.endpoint).host}/${location.bucket.bucket}` };

/** Begins a sentence with a phrase. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a sentence for the operator that says why an installation may not begin to use a store. */
export const refusedLocation = (location: StoreLocation): string =>
  `${capitalised(describeLocation(location))} holds files of another installation, or of one whose database is lost. Restore that database, or name ${
    location.kind === 'disk'
      ? 'an empty folder (HOLDALL_DATA_DIR).'
      : 'another bucket or a prefix of its own (HOLDALL_S3_PREFIX).'
  }`;

const markIn = (location: StoreLocation): string =>
  location.kind === 'disk'
    ? `the file blobs/${ownerMarkerName}`
    : `the object ${location.bucket.prefix}${ownerMarkerName}`;

/** Returns a sentence that says why an empty store is not accepted as the one in use. @param installation its name */
export const lostLocation = (location: StoreLocation, installation: string): string =>
  `${capitalised(describeLocation(location))} is empty, and there are files on record. Is ${
    location.kind === 'disk' ? 'its disk mounted, and is it the right folder' : 'it the right one'
  }? If all files are lost, restore a backup, or write ${installation} into ${markIn(location)} to go on without them.`;

/** Returns a sentence that says why an installation may not continue to use a store. */
export const takenLocation = (location: StoreLocation): string =>
  `${capitalised(describeLocation(location))} belongs to another installation. If that one is no longer used, remove ${markIn(location)} from it and start again.`;

/** Says why nothing is removed while a store in use is not known to be this installation's. */
export const notOwn =
  'The files in the storage are another installation’s, or nobody knows whose, or there are none any more. Nothing is cleaned up there.';
