import { expect, test } from 'vitest';
import { notRead } from '#server/backup/table-rows.ts';

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['53100', 'could not extend file: No space left on device'],
  ['57P01', 'terminating connection due to administrator command'],
  ['08006', 'connection lost'],
])(
  'a database that fails with %s while rows are read back is not the fault of the file',
  (code, message) => {
    expect(notRead('a.copy.gz', failed(code, message)).message).toBe(
      `The database could not store the rows of a.copy.gz: ${message}.`,
    );
  },
);

test.each([
  ['22P04', 'missing data for column "name"'],
  ['Z_DATA_ERROR', 'incorrect header check'],
])('rows that do not fit or unpack (%s) are a damaged file', (code, message) => {
  expect(notRead('a.copy.gz', failed(code, message)).message).toBe(
    `a.copy.gz is damaged: ${message}.`,
  );
});

test('a file that is not there is missing, and not damaged', () => {
  const error = failed('ENOENT', "ENOENT: no such file or directory, open 'a.copy.gz'");
  expect(notRead('a.copy.gz', error).message).toBe('a.copy.gz is missing.');
});
