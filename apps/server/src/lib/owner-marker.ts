/** The name of the owner marker, beside the blobs of a store. */
export const ownerMarkerName = 'holdall-installation';
/** The folder of the heartbeat objects of the servers that use a store. */
export const heartbeatFolderName = 'holdall-in-use';
