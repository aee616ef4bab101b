/** The file at hand cannot be made a picture of. */
export class Unpicturable extends Error {
  override readonly name = 'Unpicturable';
}

/** It has more pixels than it may. */
export class TooManyPixels extends Unpicturable {}
