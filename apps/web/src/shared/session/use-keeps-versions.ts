import { useConfig } from '#shared/config/config.ts';
import { useStore } from '#shared/lib/store.ts';
import { permission } from './permission.ts';

/** Tells whether a file that is replaced stays as a version; of what guests replace it does in any case. */
export const useKeepsVersions = (): boolean => {
  const isKept = useConfig(({ keepsVersions }) => keepsVersions);
  return useStore(permission) !== 'master' || isKept;
};
