import { mailedAtOnce } from '@holdall/contract/link-limits';
import { useState } from 'react';

/** Those whom a link is mailed to, as they are typed in. */
export interface Recipients {
  readonly emails: readonly string[];
  /** What is wrong with them. */
  readonly fault: 'wrong' | 'missing' | 'too_many' | undefined;
  readonly change: (emails: readonly string[]) => void;
  /** What stands in the field is no e-mail. */
  readonly refuse: () => void;
  /** What stands in the field is another text now. */
  readonly mend: () => void;
  /** Says what is wrong, if anything is. @returns whether they can be mailed to */
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
    mend: () => setFound(undefined),
    check: () => {
      if (fault === undefined && emails.length === 0) setFound('missing');
      return fault === undefined && emails.length > 0;
    },
  };
};
