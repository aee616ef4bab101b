import { list } from '#features/files/list.ts';

export const FilesScreen = () => [list, import('#app/start.ts')];
