export interface Row {
  readonly id: string;
  readonly query: unknown;
}
