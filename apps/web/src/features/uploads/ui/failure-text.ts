import { isGuest } from '#shared/api/client.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import type { UploadFailure } from '../upload-entry.ts';

/** Returns one line with the reason of a failed upload. */
export function failureText({ reason, detail }: UploadFailure, t: Translate): string {
  switch (reason) {
    case 'blocked_type':
      return detail === ''
        ? t('uploads.failed.blocked_type_unnamed')
        : t('uploads.failed.blocked_type', { type: detail });
    case 'over_limit':
      return t('uploads.failed.over_limit', { limit: detail });
    case 'refused':
    case 'server':
    case 'signed_out':
    case 'name_taken':
      return detail === '' ? t(`uploads.failed.${reason}`) : detail;
    case 'unasked':
      return detail === '' ? t('uploads.failed.refused') : detail;
    case 'disabled':
    case 'folders_disabled':
    case 'out_of_space':
      return t(isGuest() ? `uploads.failed.owner_${reason}` : `uploads.failed.${reason}`);
    case 'attempts':
    case 'too_large':
    case 'unreadable':
      return t(`uploads.failed.${reason}`);
  }
}
