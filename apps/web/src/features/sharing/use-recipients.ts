import { mailedAtOnce } from '@holdall/contract/link-limits';
import { useState } from 'react';

/** Draft of a link's mail recipients. */
export interface Recipients {
  readonly emails: readonly string[];
  /** Error of the recipients. */
  readonly fault: 'wrong' | 'missing' | 'too_many' | undefined;
  readonly change: (emails: readonly string[]) => void;
  /** The field holds text that is no address. */
  readonly refuse: () => void;
  /** Called when the text of the field has changed. */
  readonly clearFault: () => void;
  /** Shows errors. @returns whether the recipients are valid */
  readonly check: () => boolean;
}

export const useRecipients = (): Recipients => {
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [found, setFound] = useState<'wrong' | 'missing'>();
  const fault = found ?? (emails.length > mailedAtOnce ? 'too_many' : undefined);
  return {
    emails,
    fault,
    change: (next) => {
      setEmails(next);
      setFound(undefined);
    },
    refuse: () => setFound('wrong'),
    clearFault: () => setFound(undefined),
    check: () => {
      if (fault === undefined && emails.length === 0) setFound('missing');
      return fault === undefined && emails.length > 0;
    },
  };
};
