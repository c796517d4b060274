import { inflateRawSync } from 'node:zlib';

/** The cells of a CSV file as a spreadsheet reads them, line by line. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}

/** One file of a ZIP archive, such as an Excel file is, as text. */
export function zipEntry(zip: Buffer, name: string): string {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16);
  while (zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const local = zip.readUInt32LE(at + 42);
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const content = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
      const isStored = zip.readUInt16LE(at + 10) === 0;
      return (isStored ? content : inflateRawSync(content)).toString('utf8');
    }
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  throw new Error(`The archive holds no ${name}.`);
}
