import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';

export type Name = keyof typeof endpoints;

/** A call with ids that do not exist, and its answer to an authorised caller. */
export interface Attempt {
  readonly reached: number;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly payload?: object;
}
export const unknownId = '01900000-0000-7000-8000-000000000000';
const chunk = { params: { name: 'some-upload-name' } };
const picture = { params: { size: 'sm' } };
const logo = { params: { name: 'logo' } };
const language = { params: { id: 'xx' } };

/** Calls whose parameters are no ids, or whose answer does not follow from their schemas. */
const exceptions: Readonly<Partial<Record<Name, Partial<Attempt>>>> = {
  cancelRequestedUpload: chunk,
  cancelSharedUpload: chunk,
  cancelUpload: { reached: 204, ...chunk },
  endSession: { params: { id: 'f'.repeat(64) } },
  exportLanguage: language,
  getImage: picture,
  getSettingGroup: { reached: 200, params: { group: 'others' } },
  getSetupImage: logo,
  getSharedThumbnail: picture,
  getThumbnail: picture,
  getTranslations: { reached: 200, params: { locale: 'en' } },
  importLanguage: { ...language, payload: { 'files.home': 'x' } },
  listStrings: language,
  openDemo: { reached: 404 },
  readMetrics: { reached: 404 },
  removeBrandImage: { reached: 204, ...logo },
  removeLanguage: language,
  removeSetupImage: logo,
  requestedUploadStatus: chunk,
  sharedUploadStatus: chunk,
  testMail: { reached: 422 },
  updateSetting: { params: { group: 'others' } },
  updateString: language,
  uploadStatus: chunk,
  verifyBackup: { params: { name: '20260101t000000000z-abcdef' } },
  zip: { reached: 422 },
};

const refusesEmpty = (schema: Endpoint['body']): boolean =>
  schema !== undefined && !schema.safeParse({}).success;

/** The answer that follows from the schemas, where the call has no fields and ids of nothing. */
const expectedOf = (endpoint: Endpoint): number => {
  if (endpoint.path.startsWith('/api/setup/')) return 410;
  if (endpoint.access === 'link') return 404;
  if (endpoint.bodyKind === 'form' || endpoint.bodyKind === 'batch') return 415;
  if (endpoint.bodyKind === 'json' && refusesEmpty(endpoint.body)) return 422;
  if (refusesEmpty(endpoint.query)) return 422;
  return endpoint.params === undefined ? Number(Object.keys(endpoint.answers)[0]) : 404;
};

/** Returns how an endpoint is tried, and what it answers then. */
export const attemptOf = (name: Name): Attempt => ({
  reached: expectedOf(endpoints[name]),
  ...exceptions[name],
});
