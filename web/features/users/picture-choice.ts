import { useEffect, useState } from 'react';

/** The most that a picture may weigh, in bytes. */
const most = 15 * 1024 * 1024;

/** A picture that was chosen but not sent: the file, an address to show it, and what is wrong. */
export function usePictureChoice() {
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );

  function choose(file: File): void {
    const wrong = whyNot(file);
    setProblem(wrong);
    setChosen(wrong === null ? { file, address: URL.createObjectURL(file) } : null);
  }

  function clear(): void {
    setChosen(null);
    setProblem(null);
  }

  return { file: chosen?.file ?? null, address: chosen?.address, problem, choose, clear };
}
export type PictureChoice = ReturnType<typeof usePictureChoice>;

function whyNot({ type, size }: File): string | null {
  if (!type.startsWith('image/')) return 'Choose a picture, such as a JPEG or PNG.';
  return size > most ? 'Choose a picture of at most 15 MB.' : null;
}
