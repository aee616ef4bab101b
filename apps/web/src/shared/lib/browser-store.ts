/** A store of the browser’s IndexedDB, which outlives a reload and a session. */
export interface BrowserStoreOptions {
  readonly database: string;
  readonly store: string;
  readonly keyPath: string | string[];
  /** A field by which entries are sorted. */
  readonly index?: string;
}

/** Work on a store in one transaction. @throws if the browser stores nothing */
export type BrowserStore = <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T> | T,
) => Promise<T>;

const failure = (error: DOMException | null): Error => error ?? new Error('The browser stores nothing.');

/** Returns the result of a request to the browser’s database. */
export const answerTo = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(failure(request.error)));
  });

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(failure(transaction.error)));
  });

/** Creates a store that opens its database for each piece of work, so that it never blocks a deletion. */
export const createBrowserStore = ({ database: name, store, keyPath, index }: BrowserStoreOptions) => {
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => {
      const created = request.result.createObjectStore(store, { keyPath });
      if (index !== undefined) created.createIndex(index, index);
    });
    return answerTo(request);
  };
  const run: BrowserStore = async (mode, work) => {
    const database = await open();
    try {
      const transaction = database.transaction(store, mode);
      const [result] = await Promise.all([work(transaction.objectStore(store)), endOf(transaction)]);
      return result;
    } finally {
      database.close();
    }
  };
  return run;
};
