/** The origin of a file on the device: a handle of its own, or a path below the handle of a dropped folder. */
export interface FileOrigin {
  readonly handle: FileSystemHandle;
  /** The path below the handle, without its own name; empty if the handle is the file's own. */
  readonly path: readonly string[];
}

type Pending = Promise<FileOrigin | undefined>;

const origins = new WeakMap<File, Pending>();

/** Some browsers provide handles, on secure pages only; the promise must be requested during the drop. */
interface HandleSource {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/** Requests the handle of a dropped item. Must run before the drop's event handler returns. */
export const handleOf = (item: DataTransferItem): Promise<FileSystemHandle | undefined> =>
  (item as HandleSource).getAsFileSystemHandle?.().then(
    (handle) => handle ?? undefined,
    () => undefined,
  ) ?? Promise.resolve(undefined);

/** Records the origin of a file. */
export const recordOrigin = (
  file: File,
  handle: Promise<FileSystemHandle | undefined>,
  path: readonly string[] = [],
): void => {
  origins.set(
    file,
    handle.then((known) => known && { handle: known, path }),
  );
};

export const originOf = (file: File): Pending => origins.get(file) ?? Promise.resolve(undefined);

interface AskableHandle {
  readonly requestPermission?: (descriptor: { readonly mode: 'read' }) => Promise<PermissionState>;
}

/** Asks whether a file may be read again, which browsers allow only after a press of the user. */
export const mayRead = async ({ handle }: FileOrigin): Promise<boolean> => {
  const answer = await (handle as AskableHandle).requestPermission?.({ mode: 'read' });
  return answer === undefined || answer === 'granted';
};

/** Reads a file from its origin; undefined if it is gone or may not be read. */
export const readOrigin = async ({ handle, path }: FileOrigin): Promise<File | undefined> => {
  try {
    const names = [...path];
    const last = names.pop();
    if (last === undefined) return await (handle as FileSystemFileHandle).getFile();
    let folder = handle as FileSystemDirectoryHandle;
    // Each folder is looked up in the one above it.
    for (const name of names) folder = await folder.getDirectoryHandle(name);
    return await (await folder.getFileHandle(last)).getFile();
  } catch {
    return undefined;
  }
};
