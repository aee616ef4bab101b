/** The file at hand cannot be made a picture of. */
export class Unpicturable extends Error {
  override readonly name = 'Unpicturable';
}
