import { open } from 'node:fs/promises';

const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** The content type of a video by its container's own signature; `undefined` for anything else. */
export async function videoTypeOf(path: string): Promise<string | undefined> {
  const head = Buffer.alloc(64);
  const file = await open(path);
  try {
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  if (head.subarray(0, 4).equals(ebml)) return head.includes('webm') ? 'video/webm' : undefined;
  if (head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  return typeOfBrand(head.toString('latin1', 8, 12));
}

/** The major brand of an MP4-like container; the same container also holds sound or pictures. */
function typeOfBrand(brand: string): string | undefined {
  if (brand === 'qt  ') return 'video/quicktime';
  if (/^3g[2eghprs]/.test(brand)) return 'video/3gpp';
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|mmp4)$/.test(brand)
    ? 'video/mp4'
    : undefined;
}
