/** What is called, beside the blobs of a place, the mark that says whose files they are. */
export const ownerMarkerName = 'holdall-installation';
/** The folder of the signs of those who use a place. */
export const heartbeatFolderName = 'holdall-in-use';
