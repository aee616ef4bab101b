// breaks: server-layers, apps-are-apart
import { find } from '#features/users/index.ts';
import { start } from '../../../web/src/app/start.ts';

export const session = [find, start];
