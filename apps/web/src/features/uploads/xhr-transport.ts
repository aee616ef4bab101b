import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Item } from '@holdall/contract/files';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchType } from '@holdall/contract/upload-batch.limits';
import type { UploadProgress } from '@holdall/contract/uploads';
import { ApiError, apiErrorFrom, networkError } from '#shared/api/api-error.ts';
import { addressOf, call, refused } from '#shared/api/client.ts';
import { pageHeaders } from '#shared/api/page-headers.ts';
import type { UploadPart } from './chunk-plan.ts';
import { text } from '#shared/i18n/messages.ts';
import { TransferError, UploadStopped } from './transfer-error.ts';
import { nameOf } from './upload-entry.ts';
import { extensionOf } from './upload-rules.ts';
import type { SendAnswer, SendHooks, UploadJob, UploadTransport } from './upload-transport.ts';
import { sendOnly } from './uploads.store.ts';

/** Milliseconds without progress after which a connection counts as dead. */
const stalledAfterMs = 60_000;
/** Milliseconds that the server may take over a file that it has in full. */
const answerWithinMs = 10 * 60_000;

interface Request {
  readonly url: string;
  readonly body: Blob | FormData;
  /** Called with what has come of the answer. */
  readonly onText?: (text: string) => void;
}

/** Returns the file's type as a valid header value; a body labelled as a form would be parsed as one. */
const contentTypeOf = ({ type }: Blob): string =>
  /^(?!multipart\/)[\w.+-]+\/[\w.+-]+$/i.test(type) ? type : 'application/octet-stream';

/** Returns `Retry-After` in milliseconds; only its form in seconds, the one that our server sends. */
const retryAfterOf = (header: string | null): number => Math.max(0, Number(header ?? 0) * 1000) || 0;

const errorOf = (xhr: XMLHttpRequest): ApiError => {
  const error = refused(apiErrorFrom(xhr.status, xhr.responseText));
  const retryAfter = retryAfterOf(xhr.getResponseHeader('retry-after'));
  return retryAfter > 0 ? new TransferError(error, retryAfter) : error;
};

const unreadable = (): ApiError => new ApiError({ status: 502, code: 'unreadable', message: '' });

const answerOf = (body: string): SendAnswer => {
  try {
    const answer = JSON.parse(body) as Item | UploadProgress;
    return 'data' in answer ? { item: answer } : { offset: answer.offset };
  } catch {
    throw unreadable();
  }
};

/** Posts a body and reports its upload progress, which `fetch` cannot. @returns the text of the answer */
const post = ({ url, body, onText }: Request, { signal, onProgress }: SendHooks): Promise<string> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let watchdog = 0;
    const watch = (ms: number): void => {
      clearTimeout(watchdog);
      watchdog = window.setTimeout(() => {
        reject(networkError('stalled'));
        xhr.abort();
      }, ms);
    };
    const abort = (): void => {
      reject(signal.reason as DOMException);
      xhr.abort();
    };
    xhr.upload.addEventListener('progress', (event) => {
      watch(stalledAfterMs);
      onProgress(event.loaded);
    });
    xhr.upload.addEventListener('load', () => watch(answerWithinMs));
    if (onText !== undefined)
      xhr.addEventListener('progress', () => {
        watch(answerWithinMs);
        if (xhr.status === 200) onText(xhr.responseText);
      });
    xhr.addEventListener('error', () => reject(networkError('connection')));
    xhr.addEventListener('load', () => {
      if (xhr.status < 200 || xhr.status > 299) return reject(errorOf(xhr));
      resolve(xhr.responseText);
    });
    xhr.addEventListener('loadend', () => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', abort);
    });
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    xhr.open('POST', url);
    xhr.setRequestHeader('accept', 'application/json');
    xhr.setRequestHeader('accept-language', document.documentElement.lang);
    for (const [name, value] of Object.entries(pageHeaders())) xhr.setRequestHeader(name, value);
    if (body instanceof Blob) xhr.setRequestHeader('content-type', contentTypeOf(body));
    watch(stalledAfterMs);
    xhr.send(body);
  });

/** Returns the choices of users who may choose the destination of a file. */
const choiceOf = ({ parentId, onConflict }: UploadJob): { parent_id?: string | null; on_conflict?: string } =>
  sendOnly.get() ? {} : { parent_id: parentId, on_conflict: onConflict };

/** Returns a file's own time, where it has one that the server takes: some file systems tell 1970, or earlier. */
const timeOf = ({ lastModified }: File): number | undefined => (lastModified > 0 ? lastModified : undefined);

const wholeRequest = (job: UploadJob, part: UploadPart): Request => {
  const { file, path, uploadName } = job;
  const query = {
    name: nameOf(path),
    path: path.includes('/') ? path : undefined,
    last_modified: timeOf(file),
    ...choiceOf(job),
    upload_id: uploadName,
    offset: part.start,
    size: file.size,
  };
  return {
    url: addressOf(itemEndpoints.upload, {}, query),
    body: file.slice(part.start, part.end, file.type),
  };
};

const chunkRequest = (job: UploadJob, part: UploadPart): Request => {
  const { file, path, uploadName } = job;
  const { parent_id: parentId, ...choice } = choiceOf(job);
  const body = new FormData();
  // The specification's fields come first, then ours, then the bytes, since a server reads them as a stream.
  const fields = {
    name: uploadName,
    path,
    ...(parentId !== undefined && { parent_id: parentId ?? '' }),
    extension: extensionOf(nameOf(path)),
    is_last: String(part.isLast),
    upload_id: uploadName,
    offset: String(part.start),
    size: String(file.size),
    ...(timeOf(file) !== undefined && { last_modified: String(timeOf(file)) }),
    ...choice,
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const bytes = file.slice(part.start, part.end, contentTypeOf(file));
  body.append('file', bytes, 'chunk');
  return { url: addressOf(itemEndpoints.uploadChunk), body };
};

/** Returns the body of a batch. The bytes stay in their files. */
const batchBody = (jobs: readonly UploadJob[]): Blob => {
  const parts = jobs.flatMap((job) => {
    const { file, path, uploadName } = job;
    const line = {
      name: nameOf(path),
      ...(path.includes('/') && { path }),
      ...(file.type !== '' && { type: contentTypeOf(file) }),
      last_modified: timeOf(file),
      ...choiceOf(job),
      upload_id: uploadName,
      size: file.size,
    };
    return [`${JSON.stringify(line)}\n`, file];
  });
  return new Blob(parts, { type: batchType });
};

/** Returns a function that reads the whole lines of a text that grows, each once. */
const linesOf = (onLine: (line: string) => void): ((text: string) => void) => {
  let read = 0;
  return (text) => {
    for (let end = text.indexOf('\n', read); end !== -1; end = text.indexOf('\n', read)) {
      onLine(text.slice(read, end));
      read = end + 1;
    }
  };
};

const batchAnswerOf = (line: string): { index: number; answer: SendAnswer | ApiError } => {
  const { index, ...answer } = JSON.parse(line) as BatchAnswer;
  if ('data' in answer) return { index, answer: { item: { data: answer.data } } };
  return { index, answer: refused(apiErrorFrom(answer.status, line)) };
};

/** Creates a transport over the product's own calls. Bytes are sliced off the file; it is never read as a whole. */
export const createXhrTransport = (): UploadTransport => ({
  send(job, part, hooks) {
    const request = part.kind === 'whole' ? wholeRequest(job, part) : chunkRequest(job, part);
    const length = part.end - part.start;
    // A form is a little longer than its bytes.
    const onProgress = (sent: number): void => hooks.onProgress(Math.min(sent, length));
    return post(request, { signal: hooks.signal, onProgress }).then(answerOf);
  },
  async sendBatch(jobs, { signal, onProgress, onAnswer }) {
    const body = batchBody(jobs);
    const total = jobs.reduce((sum, { file }) => sum + file.size, 0);
    let isReadable = true;
    const onText = linesOf((line) => {
      try {
        const { index, answer } = batchAnswerOf(line);
        onAnswer(index, answer);
      } catch {
        // Something between the page and the server has answered.
        isReadable = false;
      }
    });
    // The lines are told apart from bytes by their share alone.
    const share = body.size === 0 ? 1 : total / body.size;
    const url = addressOf(itemEndpoints.uploadBatch);
    onText(await post({ url, body, onText }, { signal, onProgress: (sent) => onProgress(sent * share) }));
    if (!isReadable) throw unreadable();
  },
  async offsetOf(uploadName, signal) {
    try {
      const { offset } = await call(itemEndpoints.uploadStatus, { params: { name: uploadName }, signal });
      return offset;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'upload.not_found') return undefined;
      throw error;
    }
  },
  async forget(uploadName) {
    await call(itemEndpoints.cancelUpload, { params: { name: uploadName } });
  },
  async createFolder(path, parentId, signal) {
    if (sendOnly.get())
      throw new UploadStopped({ reason: 'refused', detail: text('file_request.empty_folder') });
    const name = nameOf(path);
    const above = path.slice(0, -name.length - 1);
    const body = {
      name,
      parent_id: parentId,
      on_conflict: 'reuse',
      ...(above !== '' && { path: above }),
    } as const;
    return call(itemEndpoints.createFolder, { body, signal });
  },
});
