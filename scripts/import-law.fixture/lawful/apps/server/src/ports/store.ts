export interface Store {
  readonly read: (key: string) => string | undefined;
}
