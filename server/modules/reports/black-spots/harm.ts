import type { BlackSpots } from '#contract/modules/reports/black-spots.ts';
import type { Config } from '#server/config/config.ts';
import type { Crash } from './rules.ts';

type Harm = Pick<Crash, 'killed' | 'injured' | 'cause' | 'serious'>;

/** Collisions by their main cause, and what their harm may have cost; money in naira. */
export function harmOf(
  crashes: readonly Harm[],
  costs: Config['costOfHarm'],
): Pick<BlackSpots, 'causes' | 'cost'> {
  const sum = (all: readonly Harm[], of: (one: Harm) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  const killedIn = (all: readonly Harm[]) => sum(all, ({ killed }) => killed);
  const injuredIn = (all: readonly Harm[]) => sum(all, ({ injured }) => injured);
  const causes = [...Map.groupBy(crashes, ({ cause }) => cause)]
    .map(([cause, all]) => ({
      cause,
      collisions: all.length,
      killed: killedIn(all),
      injured: injuredIn(all),
    }))
    .sort((a, b) => b.collisions - a.collisions || (a.cause < b.cause ? -1 : 1));
  if (!costs) return { causes, cost: null };
  const life = costs.perHead * costs.lives;
  const estimated = (serious: number) =>
    Number((life * (killedIn(crashes) + costs.serious * serious)).toPrecision(2));
  // No more are graded than the counts say.
  const graded = sum(crashes, ({ serious, injured }) => Math.min(serious, injured));
  return {
    causes,
    cost: { ...costs, graded, least: estimated(graded), most: estimated(injuredIn(crashes)) },
  };
}
