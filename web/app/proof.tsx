import { useEffect, useState } from 'react';
import { onProofNeeded } from '#web/api/call.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';

const security = lazyPart(() => import('#web/features/security/security-page.tsx'));

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
    <ProofDialog
      onAnswer={(proved) => {
        setWaiting([]);
        for (const answer of waiting) answer(proved);
      }}
    />
  );
}

function ProofDialog({ onAnswer }: { onAnswer: Answer }) {
  const there = security.useNeeded();
  return there && <there.ProofDialog onAnswer={onAnswer} />;
}
