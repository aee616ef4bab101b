import type { FileRequest, OpenedRequest, ReceivedFile } from '@holdall/contract/file-requests';
import { presentOwner, roomOfRequest } from '#features/links/index.ts';
import type { OpenedRequestFacts, OwnRequest, ReceiptRow, RequestsPage } from './requests.types.ts';

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : iso(milliseconds);

/** Returns the URL of a request. @param origin the application's public origin */
export const requestUrl = (origin: string, token: string): string => `${origin}/request/${token}`;

/** Presents a request for its owner. */
export const presentRequest = ({ request, state, folder }: OwnRequest, origin: string): FileRequest => ({
  data: {
    id: request.id,
    type: 'file_request',
    attributes: {
      token: request.token,
      url: requestUrl(origin, request.token),
      folder_id: request.folder_id,
      name: request.name,
      note: request.note,
      deadline: isoOrNull(request.deadline),
      max_files: request.max_files,
      max_size: request.max_size,
      state,
      files: request.files,
      size: request.size,
      unseen: request.unseen,
      created_at: iso(request.created_at),
    },
    relationships: { folder: folder === null ? null : { name: folder } },
  },
});

export const presentRequests = (
  { requests, next }: RequestsPage,
  origin: string,
): { data: FileRequest['data'][]; meta: { next: string | null } } => ({
  data: requests.map((one) => presentRequest(one, origin).data),
  meta: { next },
});

const presentReceived = ({ name, size, sha256, at }: ReceiptRow): ReceivedFile => ({
  name,
  size,
  sha256,
  at: iso(at),
});

/** Presents a request for guests, without the folder's name. */
export const presentOpenedRequest = ({
  request,
  state,
  owner,
  received,
  sent,
  canUpload,
}: OpenedRequestFacts): OpenedRequest => {
  const left = roomOfRequest(request);
  return {
    data: {
      type: 'file_request',
      attributes: {
        token: request.token,
        name: request.name,
        note: request.note,
        deadline: isoOrNull(request.deadline),
        state,
        files_left: left.files,
        size_left: left.bytes,
      },
      relationships: {
        owner: { data: { attributes: presentOwner(owner) } },
        received: { data: received.map(presentReceived), meta: sent },
      },
      meta: { canUpload },
    },
  };
};
