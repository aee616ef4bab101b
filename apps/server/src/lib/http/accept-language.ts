/** Languages of a request that are read at the most. */
const most = 20;

/**
 * The languages of an `Accept-Language` header, the dearest first; what is not well formed is passed over.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-language
 */
export const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',', most)
    .map((part) => {
      const [, tag, weight = '1'] =
        /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? [];
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
