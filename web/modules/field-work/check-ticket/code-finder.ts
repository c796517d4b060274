/** Reads a QR code in the picture; null where there is none that can be read. */
export type FindCode = (video: HTMLVideoElement) => Promise<string | null>;

/** As browsers have it that read codes themselves: TypeScript doesn't know it yet. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own reader where it has one, else that of a library. */
export async function codeFinder(): Promise<FindCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  // Desktop browsers may have the class and read nothing.
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes('qr_code'))
    return (await import('./pixel-finder.ts')).findInPixels;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => {
    try {
      const [first] = await detector.detect(video);
      return first?.rawValue ?? null;
    } catch {
      // A picture that isn't there yet.
      return null;
    }
  };
}
