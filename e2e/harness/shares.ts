/** Links to items, made as their owner makes them. */
import { openSession } from './session.ts';

interface Wish {
  readonly id: string;
  readonly type?: 'folder' | 'file';
  readonly permission?: 'visitor' | 'editor';
  readonly password?: string;
  /** Hours. */
  readonly expiration?: number;
  readonly download_limit?: number;
}

/** Shares items of the administrator. */
export const openSharing = async (url: string) => {
  const { call } = await openSession(url);
  return {
    /** @returns the token of the link */
    share: async ({ type = 'folder', ...wish }: Wish): Promise<string> => {
      const { data } = await call<{ data: { attributes: { token: string } } }>('POST', '/api/share', {
        type,
        ...wish,
      });
      return data.attributes.token;
    },
    update: (token: string, fields: object) => call('PATCH', `/api/share/${token}`, fields),
    revoke: (token: string) => call('DELETE', '/api/share/revoke', { tokens: [token] }),
  };
};
