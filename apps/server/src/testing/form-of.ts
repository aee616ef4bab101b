/** The content type of a form with a file. */
export const formType = 'multipart/form-data; boundary=x';

/** A form with fields and a file, as the specification has uploads in parts. */
export const formOf = (fields: Readonly<Record<string, string>>, bytes = 'x'): string =>
  Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
    .concat(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n${bytes}\r\n--x--\r\n`,
    );
