import { useEffect, useState } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { reach } from './modals.ts';
import { WithinReach } from './within-reach.tsx';

const spoken = createStore({ message: '', turn: 0, said: true });

/** Milliseconds that the region is empty before a message: only a change in a region that stands is spoken. */
const silence = 100;

/** Says something to assistive technology, politely. */
export const announce = (message: string): void =>
  spoken.set(({ turn }) => ({ message, turn: turn + 1, said: false }));

/** Empties the region of a message that is no longer true, unless something else has been said since. */
export const retract = (message: string): void =>
  spoken.set((current) =>
    current.message === message ? { ...current, message: '', turn: current.turn + 1 } : current,
  );

const markAnnounced = (): void => spoken.set((current) => ({ ...current, said: true }));

const Words = ({ initial }: { readonly initial: string }) => {
  const [words] = useState(initial);
  const late = useDelayed(words !== '', silence);
  useEffect(() => {
    if (late) markAnnounced();
  }, [late]);
  return late ? words : null;
};

/** The one polite live region of the page; it stands in the open dialog while there is one. */
export const LiveRegion = () => {
  const { message, turn, said } = useStore(spoken);
  const moves = useStore(reach, (current) => current.turn);
  return (
    <WithinReach>
      <div className="visually-hidden" role="status" aria-live="polite">
        {/* An announcement from before the region moved is not repeated. */}
        <Words key={`${turn} ${moves}`} initial={said ? '' : message} />
      </div>
    </WithinReach>
  );
};
