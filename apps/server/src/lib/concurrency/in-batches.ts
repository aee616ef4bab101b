/** Gathers entries of a long list, so that they can be worked on together. @param size entries in a batch, the last may have fewer */
export async function* inBatches<T>(entries: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
