import { Card } from '#web/ui/shell/card.tsx';
import { PanelBones } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-screen.module.css';

/** The screen in its final shape, before anything is known. */
export function DossierBones() {
  return (
    <div className={css['layout']} aria-busy>
      <div className={css['sums']}>
        <Card label="Sums">
          <PanelBones rows={1} height={96} />
        </Card>
      </div>
      <div className={css['history']}>
        <Card title="History">
          <PanelBones rows={4} height={120} />
        </Card>
      </div>
      <aside className={classNames('column gap-7', css['aside'])} aria-label="Last recorded">
        <Card title="On the same records">
          <PanelBones rows={2} height={56} />
        </Card>
        <Card label="Last recorded as">
          <PanelBones rows={5} height={40} />
        </Card>
      </aside>
    </div>
  );
}
