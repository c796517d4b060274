import { IconFolderOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { Dossier } from '#contract/dossiers.ts';
import type { DossierSubject } from '#web/records/dossier-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Strip } from '#web/ui/feedback/strip.tsx';
import { DossierFacts } from './dossier-facts.tsx';
import { DossierHead } from './dossier-head.tsx';
import { DossierHistory } from './dossier-history.tsx';
import { DossierBones } from './dossier-bones.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-screen.module.css';
import { DossierSums } from './dossier-sums.tsx';
import { isKnown } from '#web/records/known/known-rules.ts';
import { RelatedDossiers } from './related-dossiers.tsx';
import { useDossier } from './use-dossier.ts';

/** The screen of one dossier, while it loads, when it can't be loaded, and as it is. */
export function DossierScreen({ of, value }: DossierSubject) {
  const { data, failure, reload } = useDossier({ of, value });
  const name = data?.value ?? value.toUpperCase();
  return (
    <>
      <DossierHead of={of} value={name} dossier={data} />
      {failure !== null && data && (
        <div className={css['strip']}>
          <Strip kind="bad" action={{ label: 'Try again', onChoose: reload }}>
            <b>{failure}</b> This is from before.
          </Strip>
        </div>
      )}
      {data ? (
        <Content dossier={data} />
      ) : failure === null ? (
        <DossierBones />
      ) : (
        <Card label="Dossier">
          <div role="alert">
            <EmptyState
              icon={<IconPlugConnectedX size={30} stroke={1.5} />}
              heading="The dossier could not be loaded"
              action={<Button onClick={reload}>Try again</Button>}
            >
              {failure}
            </EmptyState>
          </div>
        </Card>
      )}
    </>
  );
}

function Content({ dossier }: { dossier: Dossier }) {
  if (!isKnown(dossier)) {
    return (
      <Card label="Dossier">
        <EmptyState icon={<IconFolderOff size={30} stroke={1.5} />} heading="No items found">
          Nothing that is open to your account is recorded of {dossier.value}.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className={css['layout']}>
      <div className={css['sums']}>
        <DossierSums dossier={dossier} />
      </div>
      <div className={css['history']}>
        <DossierHistory dossier={dossier} />
      </div>
      <aside className={classNames('column gap-7', css['aside'])} aria-label="Last recorded">
        <RelatedDossiers related={dossier.related} />
        <DossierFacts dossier={dossier} />
      </aside>
    </div>
  );
}
