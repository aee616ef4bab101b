import { useQuery } from '@tanstack/react-query';
import type { Client } from '#shared/api/client.ts';

export const Button = (client: Client) => [client, useQuery];
