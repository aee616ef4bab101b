import { createStore, useStore } from '#shared/lib/store.ts';

const spoken = createStore({ message: '', turn: 0 });

/** Says something to assistive technology, politely. */
export const announce = (message: string): void => spoken.set(({ turn }) => ({ message, turn: turn + 1 }));

/** The one polite live region of the page. */
export const LiveRegion = () => {
  const { message, turn } = useStore(spoken);
  // A repeated message is spoken only when the text differs: every other one ends in a no-break space.
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {turn % 2 === 0 ? message : `${message}\u00a0`}
    </div>
  );
};
