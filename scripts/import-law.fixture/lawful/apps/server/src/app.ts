import { type FilesService, registerFiles } from '#features/files/index.ts';
import { answer } from '#http/answer.ts';

export const createApp = (files: FilesService) => answer(registerFiles(files));
