/** Results that are asked for: a few of each where all kinds are shown, more of one kind. */
export const searchLimits = { all: 20, folder: 50, file: 100, users: 25 } as const;

/** Rows of a group while all kinds are shown. */
export const shownOfAll = { folders: 4, files: 6, users: 4, actions: 5, pages: 4 } as const;
