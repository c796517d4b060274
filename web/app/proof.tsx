import { lazy, Suspense, useEffect, useState } from 'react';
import { onProofNeeded } from '#web/api/call.ts';

const ProofDialog = lazy(async () => ({
  default: (await import('#web/features/security/security-page.tsx')).ProofDialog,
}));

type Answer = (proved: boolean) => void;

/** Asks who is there before something of weight, whenever the server wants to know. */
export function Proof() {
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);
  useEffect(
    () => onProofNeeded(() => new Promise((answer) => setWaiting((before) => [...before, answer]))),
    [],
  );
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <ProofDialog
        onAnswer={(proved) => {
          setWaiting([]);
          for (const answer of waiting) answer(proved);
        }}
      />
    </Suspense>
  );
}
