import { AppError } from '#lib/app-error.ts';

/** The form field that a mail server's refusal is about. */
const fields: Readonly<Record<string, string>> = {
  unknown_host: 'mail_host',
  private_address: 'mail_host',
  unreachable: 'mail_port',
  timeout: 'mail_port',
  certificate: 'mail_encryption',
  encryption: 'mail_encryption',
  sign_in: 'mail_password',
  sender: 'mail_from',
};

/** Runs work with a mail server. @throws `mail.not_sent` naming the form field at fault, whatever `work` throws */
export const namingField = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'mail.not_sent') throw error;
    const field = fields[error.details.reason ?? ''] ?? 'mail_host';
    throw new AppError(error.code, { ...error.details, errors: { [field]: [error.message] } });
  }
};
