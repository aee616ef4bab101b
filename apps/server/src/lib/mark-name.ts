/** What is called, beside the blobs of a place, the mark that says whose files they are. */
export const markName = 'holdall-installation';
