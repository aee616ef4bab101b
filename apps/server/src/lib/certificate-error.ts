/** OpenSSL's names for what is wrong with a certificate (X509_V_ERR_*), and Node's own for a wrong name. */
const pattern = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Whether an error's code says that the other side could not prove who it is. */
export const isCertificateError = (code: string | undefined): boolean => pattern.test(code ?? '');
