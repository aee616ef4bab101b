export interface Item {
  readonly id: string;
}
