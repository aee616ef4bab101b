import type { ZipLayout, ZipLayoutBuilder, ZipPart } from './zip-layout.rules.ts';

/** The layout of an archive that is sent while it is built, before its length and digest are known. */
export interface GrowingLayout {
  /** The folder that is alone at the top of the archive, if there is one. */
  readonly onlyFolder: string | undefined;
  /** Estimated bytes of memory of the whole layout, extrapolated from its first entries. */
  readonly memory: number;
  /** True if the build has failed, so that no more parts follow. */
  readonly hasFailed: boolean;
  /** Yields all parts in order, as they become known. Throws when the build fails. */
  segments(): AsyncGenerator<Generator<ZipPart, void>>;
}

export interface GrowingLayoutFeed {
  readonly growing: GrowingLayout;
  /** Reports that entries were added. */
  grew(): void;
  finish(layout: ZipLayout): void;
  /** Ends the layout with an error, when the entries cannot be read to the end. */
  fail(error: unknown): void;
}

/** Lets any number of answers follow a layout while it is built. */
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
