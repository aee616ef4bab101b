import type { FilesScreen } from '#screens/files.screen.tsx';

export type Client = typeof FilesScreen;
