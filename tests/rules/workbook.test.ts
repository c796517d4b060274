import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { readStatement as read } from '#tests/support/statement-reading.ts';

const one = { bills: [['900', 5_000]], without: 0, unmatched: 0 };

describe('an Excel workbook', () => {
  const cell = (value: string | number | Date) =>
    value instanceof Date
      ? { type: Date, value, format: 'dd/mm/yyyy' }
      : typeof value === 'number'
        ? { type: Number, value }
        : { type: String, value };
  const workbook = (rows: readonly (readonly (string | number | Date | null)[])[]) =>
    writeExcelFile(
      rows.map((row) => row.map((value) => (value === null ? null : cell(value)))) as SheetData,
    ).toBuffer();

  test('of a bank, with its own dates and numbers', async () => {
    const day = new Date('2026-11-01T00:00:00Z');
    const content = await workbook([
      ['KADUNA STATE TRAFFIC AUTHORITY', null, null, null, null],
      [],
      ['Trans. Date', 'Reference', 'Debits', 'Credits', 'Balance'],
      [day, 'Opening Balance', null, null, 9_000],
      [day, 900, null, 5_000, 14_000],
      [day, '901', null, 1_234.56, 15_234.56],
      [day, 'CHG', 52.5, null, 15_182.06],
      ['Total', null, 52.5, 6_234.56, null],
    ]);
    expect(await read(content)).toEqual({
      bills: [
        ['900', 5_000],
        ['901', 1_234.56],
      ],
      without: 1,
      unmatched: 0,
    });
  });

  test('with a number that it has rounded names the line', async () => {
    const day = new Date('2026-11-01T00:00:00Z');
    const content = await workbook([
      ['Date', 'Reference', 'Amount'],
      [day, 1_234_567_890_123_456_800, 5],
    ]);
    expect(await read(content)).toMatch(/^Line 2, column Reference .*rounded/);
  });

  test('that is none, is cut, or unpacks to more than a statement, is refused', async () => {
    expect(await read('PK\x03\x04 and no more')).toMatch(/^This Excel workbook cannot be read/);
    const whole = await workbook([
      ['Date', 'Reference', 'Amount'],
      ['2026-11-01', '900', 5_000],
    ]);
    expect(await read(whole)).toEqual(one);
    expect(await read(whole.subarray(0, whole.length / 2))).toMatch(
      /^This Excel workbook cannot be read/,
    );
    expect(await read(aBomb(300 * 1024 * 1024))).toMatch(/^A statement can have at most/);
    expect(await read(aBomb(300 * 1024 * 1024, 1_000))).toMatch(
      /^(A statement|This Excel workbook)/,
    );
  });
});

/** A ZIP with one file of so many blanks; `said` is the size that it says. */
function aBomb(bytes: number, said = bytes): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes, 32));
  const name = Buffer.from('xl/workbook.xml');
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(said, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}
