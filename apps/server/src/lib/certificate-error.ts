/** OpenSSL's names for what is wrong with a certificate (X509_V_ERR_*), and Node's own for a wrong name. */
const pattern = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Tells whether an error code means that the certificate of the other side was rejected. */
export const isCertificateError = (code: string | undefined): boolean => pattern.test(code ?? '');
