const code = /^[0-9A-HJKMNP-TV-Z]{18}$/;

/**
 * A ticket's code as it is stored, however somebody typed it off the paper: in small letters, with
 * gaps, with O for 0 or I for 1. Undefined when it can't be one.
 */
export function readCode(typed: string): string | undefined {
  const read = typed
    .slice(0, 60)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.test(read) ? read : undefined;
}
