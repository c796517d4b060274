import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** The numbers of machines in the header of an ELF file, by Node's names of them. */
const machines = { x64: 62, arm64: 183 };

/** Programs and libraries under a folder that run on another machine than this, by their paths. */
export function programsOfOthers(folder, arch) {
  const head = Buffer.alloc(20);
  return readdirSync(folder, { recursive: true }).filter((name) => {
    const file = join(folder, name);
    if (!lstatSync(file).isFile()) return false;
    const opened = openSync(file);
    const length = readSync(opened, head);
    closeSync(opened);
    const isProgram = length === head.length && head.toString('latin1', 0, 4) === '\u007FELF';
    return isProgram && head.readUInt16LE(18) !== machines[arch];
  });
}
