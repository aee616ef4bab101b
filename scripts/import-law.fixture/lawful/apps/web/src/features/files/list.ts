import { api } from '#shared/api/client.ts';

export const list = api;
