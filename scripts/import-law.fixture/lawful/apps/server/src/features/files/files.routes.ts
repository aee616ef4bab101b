import type { FastifyInstance } from 'fastify';
import { present } from './files.present.ts';
import type { FilesService } from './files.service.ts';

export const registerFiles = (files: FilesService, _app?: FastifyInstance) => present(files.find('id')).length;
