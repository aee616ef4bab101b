import type { Config } from '@holdall/contract/settings';
import { isGuest } from '#shared/api/client.ts';
import { currentLocale, text, type TextKey } from '#shared/i18n/messages.ts';
import { openAlert, openGenericAlert, type AlertEvent } from '#shared/ui/alert.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { FailureReason, UploadFailure } from './upload-entry.ts';

const list = (details: readonly string[]): string => {
  const distinct = [...new Set(details)].filter((detail) => detail !== '');
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(distinct);
};

/** Opens the alert of a user who may not upload (specification section 8). */
export const openDisabledAlert = (plan: Config['subscriptionType'], reason: string | null): void =>
  openAlert({
    title: text(plan === 'none' ? 'uploads.disabled.limit_title' : 'uploads.disabled.title'),
    message: reason ?? text('uploads.disabled.message'),
  });

const popups: Partial<Record<FailureReason, readonly [title: TextKey, message: TextKey]>> = {
  over_limit: ['uploads.over_limit.title', 'uploads.over_limit.message'],
  out_of_space: ['uploads.out_of_space.title', 'uploads.out_of_space.message'],
  too_large: ['uploads.too_large.title', 'uploads.too_large.message'],
};

/** Returns the popup of the error catalogue; undefined where it is the generic one. */
const popupOf = (reason: FailureReason, details: readonly string[]): AlertEvent | undefined => {
  const detail = list(details);
  if (reason === 'blocked_type') {
    const message =
      detail === ''
        ? text('uploads.blocked.message_unnamed')
        : text('uploads.blocked.message', { type: detail });
    return { title: text('uploads.blocked.title'), message };
  }
  if (reason === 'out_of_space' && isGuest())
    return {
      title: text('uploads.owner_out_of_space.title'),
      message: text('uploads.owner_out_of_space.message'),
    };
  if (reason === 'signed_out' && detail !== '') return { title: text('popup_error.title'), message: detail };
  const keys = popups[reason];
  return keys && { title: text(keys[0]), message: text(keys[1], { limit: detail }) };
};

const quiet: readonly FailureReason[] = ['unreadable', 'refused', 'unasked'];

/** Reports that an administrator has revoked the permission to upload, or to create folders. */
export interface Refusals {
  readonly uploads: () => void;
  readonly folders: () => void;
}

export interface UploadNotices {
  /** Opens the notices of these failures, each once until `reset`: the next drop or choice. */
  show(failures: readonly UploadFailure[]): void;
  reset(): void;
}

/**
 * Shows popups and notices of the error catalogue (specification section 8). A folder with a hundred blocked files
 * opens one popup, which names their types; the rows of the dock name each file.
 */
export function createUploadNotices(refusals: Refusals): UploadNotices {
  let shown = new Set<string>();

  const open = (reason: FailureReason, details: readonly string[]): void => {
    const key = quiet.includes(reason) ? 'quiet' : `${reason} ${list(details)}`;
    if (shown.has(key)) return;
    shown.add(key);
    if (key === 'quiet') {
      const message = details.find((detail) => detail !== '') ?? text('errors.server.failed');
      showToast({ type: 'danger', message });
    } else if (reason === 'disabled') refusals.uploads();
    else if (reason === 'folders_disabled') refusals.folders();
    else {
      const popup = popupOf(reason, details);
      if (popup === undefined) openGenericAlert();
      else openAlert(popup);
    }
  };

  return {
    show(failures) {
      const byReason = Map.groupBy(failures, ({ reason }) => reason);
      for (const [reason, group] of byReason)
        open(
          reason,
          group.map(({ detail }) => detail),
        );
    },
    reset() {
      shown = new Set();
    },
  };
}
