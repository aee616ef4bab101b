/** The name of the owner marker, beside the blobs of a store. */
export const ownerMarkerName = 'holdall-installation';
