// breaks: apps-are-apart
import { files } from '../../../server/src/features/files/index.ts';

export const start = files;
