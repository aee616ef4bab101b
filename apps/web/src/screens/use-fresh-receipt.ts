import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  fileRequestQuery,
  type OpenedFileRequest,
} from '#features/file-request-page/file-request.queries.ts';
import { uploads } from '#features/uploads/uploads.store.ts';
import { useStore } from '#shared/lib/store.ts';

/** Milliseconds between two looks while files arrive: each answer carries the whole receipt. */
const shortestPause = 2_000;
const pausePerFile = 5;

interface FreshReceipt {
  readonly active: boolean;
  readonly sentHere: boolean;
}

/** Refetches the receipt: now and then while files arrive, and once the last of them is through. */
export const useFreshReceipt = (token: string, request: OpenedFileRequest): FreshReceipt => {
  const client = useQueryClient();
  const done = useStore(uploads, (snapshot) => snapshot.done);
  const active = useStore(uploads, (snapshot) => snapshot.active);
  const [sentHere, setSentHere] = useState(false);
  if (done > 0 && !sentHere) setSentHere(true);
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = request.relationships.received.data.length;
  useEffect(() => {
    if (done === 0) return;
    const { queryKey } = fileRequestQuery(token);
    if (!active) {
      clearTimeout(due.current);
      due.current = undefined;
      void client.invalidateQueries({ queryKey });
      return;
    }
    if (due.current !== undefined) return;
    const look = (): void => {
      due.current = undefined;
      // On a slow network the last look may still be under way.
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    due.current = setTimeout(look, shortestPause + sent * pausePerFile);
  }, [client, token, done, active, sent]);
  useEffect(() => () => clearTimeout(due.current), []);
  return { active, sentHere };
};
