/** The props of a screen. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Returns a part of a path as text; a badly encoded one stays as it is and finds nothing. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The named groups of a route's pattern in a path. */
export const paramsOf = (
  { pattern }: { readonly pattern: RegExp },
  pathname: string,
): ScreenProps['params'] => {
  const groups: Readonly<Record<string, string | undefined>> = pattern.exec(pathname)?.groups ?? {};
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, value === undefined ? undefined : decoded(value)]),
  );
};
