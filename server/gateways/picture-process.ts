import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { writeAnew } from './picture-writer.ts';
import type { Order, Written } from './pictures.ts';

// Whoever waits for a list comes first; its threads, which begin with the first picture, inherit this.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
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
