import './spinner.css';

/** A turning ring in the colour of the text. */
export const Spinner = ({ size = 16 }: { readonly size?: number }) => (
  <span
    className="spinner"
    aria-hidden="true"
    style={{ width: size, height: size, borderWidth: Math.max(2, size / 10) }}
  />
);
