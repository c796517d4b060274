/** A file that is read in pieces: on a device a chosen file, on the server one on its disk. */
export interface FileBytes {
  readonly size: number;
  /** The bytes from one place to before another; fewer at the end of the file. */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Bytes of what is read at once. */
const pieceSize = 256 * 1024;

/** Reads small pieces of a file without asking for each of them. */
export class FileReader {
  readonly size: number;
  readonly #file: FileBytes;
  #start = 0;
  #piece: Uint8Array = new Uint8Array();

  constructor(file: FileBytes) {
    this.#file = file;
    this.size = file.size;
  }

  /** Reads so many bytes from a place on; fewer come at the end of the file. */
  async at(from: number, length: number): Promise<Uint8Array> {
    const end = this.#start + this.#piece.length;
    if (from < this.#start || Math.min(from + length, this.size) > end) {
      this.#start = from;
      this.#piece = await this.#file.read(
        from,
        Math.min(this.size, from + Math.max(length, pieceSize)),
      );
    }
    return this.#piece.subarray(from - this.#start, from - this.#start + length);
  }

  /** A number of up to four bytes, the highest first; NaN beyond the end of the file. */
  async number(from: number, length: number): Promise<number> {
    const bytes = await this.at(from, length);
    return bytes.length < length ? Number.NaN : numberIn(bytes);
  }

  /** Latin text, shorter at the end of the file. */
  async text(from: number, length: number): Promise<string> {
    return textIn(await this.at(from, length));
  }
}

export const textIn = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

export const numberIn = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => sum * 256 + byte, 0);
