import type { ZipLayout, ZipLayoutBuilder, ZipPart } from './zip-layout.rules.ts';

/** An archive that is sent while it is laid out: neither its length nor its digest is known yet. */
export interface GrowingLayout {
  /** The folder that is alone at the top of the archive, if one is. */
  readonly onlyFolder: string | undefined;
  /** Bytes of memory that the whole layout will take, by what its first entries take. */
  readonly memory: number;
  /** Tells whether it was given up, so that nothing more comes. */
  readonly hasFailed: boolean;
  /** All parts in their order, as they become known. It throws where the rest never comes. */
  segments(): AsyncGenerator<Generator<ZipPart, void>>;
}

export interface GrowingLayoutFeed {
  readonly growing: GrowingLayout;
  /** Entries were added. */
  grew(): void;
  finish(layout: ZipLayout): void;
  /** Ends the layout with an error: the entries cannot be read to their end. */
  fail(error: unknown): void;
}

/** Lets any number of answers follow a layout that is being built. */
export const createGrowingLayout = (
  builder: ZipLayoutBuilder,
  facts: Pick<GrowingLayout, 'onlyFolder' | 'memory'>,
): GrowingLayoutFeed => {
  let end: { readonly layout: ZipLayout } | { readonly error: unknown } | undefined;
  let change = Promise.withResolvers<void>();
  const tell = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  async function* segments(): AsyncGenerator<Generator<ZipPart, void>> {
    let sent = 0;
    for (;;) {
      if (end !== undefined && 'error' in end) throw end.error;
      if (end !== undefined) {
        yield end.layout.parts(sent, end.layout.size - 1);
        return;
      }
      if (builder.length > sent) {
        const known = builder.length;
        yield builder.parts(sent, known - 1);
        sent = known;
      } else await change.promise;
    }
  }
  return {
    growing: {
      ...facts,
      get hasFailed() {
        return end !== undefined && 'error' in end;
      },
      segments,
    },
    grew: tell,
    finish: (layout) => {
      end = { layout };
      tell();
    },
    fail: (error) => {
      end = { error };
      tell();
    },
  };
};
