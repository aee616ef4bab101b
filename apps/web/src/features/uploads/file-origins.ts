/** The origin of a file on the device: a handle of its own, or a path below the handle of a dropped folder. */
export interface FileOrigin {
  readonly handle: FileSystemHandle;
  /** Below the handle, without its own name; empty where the handle is the file's own. */
  readonly path: readonly string[];
}

type Pending = Promise<FileOrigin | undefined>;

const origins = new WeakMap<File, Pending>();

/** Handles come where the browser has them, on secure pages; the promise must be asked for while the drop lasts. */
interface HandleSource {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/** Asks for a dropped item's handle. Must run before the drop's event handler returns. */
export const handleOf = (item: DataTransferItem): Promise<FileSystemHandle | undefined> =>
  (item as HandleSource).getAsFileSystemHandle?.().then(
    (handle) => handle ?? undefined,
    () => undefined,
  ) ?? Promise.resolve(undefined);

/** Notes where a file came from. */
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

/** Asks whether a file may be read again, which only follows from a press of the user. */
export const mayRead = async ({ handle }: FileOrigin): Promise<boolean> => {
  const answer = await (handle as AskableHandle).requestPermission?.({ mode: 'read' });
  return answer === undefined || answer === 'granted';
};

/** Reads a file from where it came; undefined where it is gone or may not be read. */
export const readOrigin = async ({ handle, path }: FileOrigin): Promise<File | undefined> => {
  try {
    const names = [...path];
    const last = names.pop();
    if (last === undefined) return await (handle as FileSystemFileHandle).getFile();
    let folder = handle as FileSystemDirectoryHandle;
    // Each folder is found in the one above it.
    for (const name of names) folder = await folder.getDirectoryHandle(name);
    return await (await folder.getFileHandle(last)).getFile();
  } catch {
    return undefined;
  }
};
