import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Item } from '@holdall/contract/files';
import type { Version, VersionList } from '@holdall/contract/versions';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { storageKey } from '#shared/api/query-keys.ts';
import { updateCached } from '#shared/api/update-cached.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { failedBy } from '#shared/api/failed-by.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { callSignedIn } from '#shared/session/call-signed-in.ts';
import { showToast } from '#shared/ui/toast.ts';
import { pendingVersion } from './versions-section.store.ts';
import { versionsQuery } from './versions.queries.ts';

type Lists = InfiniteData<VersionList, string | undefined>;

/** Shows why a change of a version failed, and loads the list anew: somebody may have been first. */
export const showVersionFailure = (client: QueryClient, itemId: string, error: unknown): void => {
  void client.invalidateQueries({ queryKey: versionsQuery(itemId).queryKey });
  // The guard leads to sign-in where the session is over.
  if (!failedBy(error, 'session.required')) showToast({ type: 'danger', message: errorText(error) });
};

const changePages = (client: QueryClient, itemId: string, change: (page: VersionList) => VersionList): void =>
  updateCached<Lists>(
    client,
    versionsQuery(itemId).queryKey,
    (known) => known && { ...known, pages: known.pages.map(change) },
  );

/** The result of saving a version: if it failed, a toast has said why, or the fault belongs to the field of its name. */
export type SavedVersion = { readonly isSaved: true } | { readonly isSaved: false; readonly fault?: string };

/** Pins a version, or names it. */
export const changeVersion = async (
  client: QueryClient,
  { itemId, version, fields }: { itemId: string; version: Version; fields: VersionFields },
): Promise<SavedVersion> => {
  try {
    const params = { id: itemId, version: version.id };
    const { data: changed } = await callSignedIn(itemEndpoints.updateVersion, { params, body: fields });
    changePages(client, itemId, (page) => ({
      ...page,
      data: page.data.map((known) => (known.id === changed.id ? changed : known)),
    }));
    return { isSaved: true };
  } catch (error) {
    const fault = error instanceof ApiError ? error.errors['label']?.[0] : undefined;
    if (fault !== undefined) return { isSaved: false, fault };
    showVersionFailure(client, itemId, error);
    return { isSaved: false };
  }
};

interface VersionFields {
  readonly pinned?: boolean;
  readonly label?: string;
}

/** Waits until no version is being restored or deleted. */
const otherPending = async (): Promise<void> => {
  while (pendingVersion.get() !== undefined) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = pendingVersion.subscribe(resolve);
    await promise;
    stop();
  }
};

/**
 * Makes a change after which a version's bytes are gone; meanwhile no preview asks for them. Such changes follow one
 * another.
 * @returns its answer; undefined if it failed, or the version is being restored or deleted already
 */
const whilePending = async <Answer>(
  client: QueryClient,
  { itemId, version }: { readonly itemId: string; readonly version: Pick<Version, 'id'> },
  send: () => Promise<Answer>,
): Promise<Answer | undefined> => {
  if (pendingVersion.get() === version.id) return undefined;
  await otherPending();
  pendingVersion.set(version.id);
  try {
    return await send();
  } catch (error) {
    pendingVersion.set(undefined);
    showVersionFailure(client, itemId, error);
    return undefined;
  }
};

/** Ends a change that has succeeded, once the preview shows something else. */
export const endPending = (): void => pendingVersion.set(undefined);

/** Deletes a version for good. @returns true if it succeeded; `endPending` then follows */
export const deleteVersion = async (
  client: QueryClient,
  itemId: string,
  version: Version,
): Promise<boolean> => {
  const params = { id: itemId, version: version.id };
  const isGone = await whilePending(client, { itemId, version }, async () => {
    await callSignedIn(itemEndpoints.deleteVersion, { params });
    return true;
  });
  if (!isGone) return false;
  changePages(client, itemId, ({ data, meta }) => ({
    data: data.filter(({ id }) => id !== version.id),
    meta: { ...meta, count: meta.count - 1, size: meta.size - version.size },
  }));
  // An older version may stay longer without its newer neighbour.
  void client.invalidateQueries({ queryKey: versionsQuery(itemId).queryKey });
  void client.invalidateQueries({ queryKey: storageKey });
  return true;
};

/** Makes a version the current content. @returns the file; `endPending` then follows */
export const restoreVersion = async (
  client: QueryClient,
  itemId: string,
  version: Pick<Version, 'id'>,
): Promise<Item['data'] | undefined> => {
  const params = { id: itemId, version: version.id };
  return (
    await whilePending(client, { itemId, version }, () =>
      callSignedIn(itemEndpoints.restoreVersion, { params, body: { as_copy: false } }),
    )
  )?.data;
};

/** Makes a new file of a version. @returns it; undefined if that failed */
export const restoreCopy = async (
  client: QueryClient,
  itemId: string,
  version: Version,
): Promise<Item['data'] | undefined> => {
  const params = { id: itemId, version: version.id };
  try {
    return (await callSignedIn(itemEndpoints.restoreVersion, { params, body: { as_copy: true } })).data;
  } catch (error) {
    showVersionFailure(client, itemId, error);
    return undefined;
  }
};

/** Returns the version that holds the content of that time; undefined if it left no version. */
export const findVersion = async (
  client: QueryClient,
  itemId: string,
  storedAt: string | undefined,
): Promise<Version | undefined> => {
  if (storedAt === undefined) return undefined;
  const list = await client.infiniteQuery({ ...versionsQuery(itemId), staleTime: 0 }).catch(() => undefined);
  return list?.pages[0]?.data.find(({ stored_at: at }) => at === storedAt);
};
