// breaks: ui-knows-no-app
import { api } from '#shared/api/client.ts';

export const Link = () => api;
