import sharp from 'sharp';
import { writeAnew } from './picture-writer.ts';
import type { Order, Written } from './pictures.ts';

sharp.concurrency(1);

process.on('message', ({ number, source, target, side }: Order) => {
  const answer = (written: Written) => process.send?.(written);
  writeAnew(source, target, side).then(
    (type) => answer({ number, type }),
    (error: unknown) => answer({ number, failure: String(error), code: codeOf(error) }),
  );
});

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

// The server is gone.
process.once('disconnect', () => process.exit());
