// breaks: feature-roles
import { routes } from './files.routes.ts';

export const purge = routes;
