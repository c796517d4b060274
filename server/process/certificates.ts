const refusals =
  /^(?:CERT_|UNABLE_TO_(?:GET|VERIFY)_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** True if Node refused the other side's certificate with this code, before anything was sent. */
export const isBadCertificate = (code: string): boolean => refusals.test(code);
