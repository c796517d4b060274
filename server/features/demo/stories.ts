import type { perpetrators, witnessTypes } from '#contract/collisions.ts';
import type { Scene } from './scenes.ts';

/** How a collision of the demo came about: `{a}`, `{b}`, `{c}` stand for its vehicles. */
export interface Story {
  readonly share: number;
  readonly scene: Scene;
  readonly vehicles: 1 | 2 | 3;
  readonly desc: string;
  readonly seen: readonly (readonly [type: (typeof witnessTypes)[number], statement: string])[];
  readonly perpetrator: (typeof perpetrators)[number];
  /** Who it was, for `other`. */
  readonly who: string;
  readonly found: string;
  /** How many were hurt, by weight, and how often in a hundred somebody died. */
  readonly injuries: readonly (readonly [number, number])[];
  readonly deadly: number;
}

const lightly = [
  [0, 60],
  [1, 25],
  [2, 15],
] as const;
const badly = [
  [1, 40],
  [2, 30],
  [3, 20],
  [5, 10],
] as const;

export const stories: readonly Story[] = [
  {
    share: 30,
    scene: 'rear end',
    vehicles: 2,
    desc: 'The {a} ran into the back of the {b}, which had stopped in the traffic.',
    seen: [
      ['driver', 'I had stopped. The one behind me did not.'],
      ['bystander', 'The first car stood still when it was hit.'],
    ],
    perpetrator: 'driver',
    who: '',
    found: 'The {a} kept too little distance. Its brakes were found worn.',
    injuries: lightly,
    deadly: 0,
  },
  {
    share: 22,
    scene: 'junction',
    vehicles: 2,
    desc: 'The {a} turned across the way of the {b}, which was going straight on.',
    seen: [
      ['passenger', 'We were halfway over when the other one came.'],
      ['witness', 'The one that turned gave no sign.'],
    ],
    perpetrator: 'driver',
    who: '',
    found: 'The {a} did not give way. Both vehicles were moved off the junction.',
    injuries: lightly,
    deadly: 2,
  },
  {
    share: 14,
    scene: 'bend',
    vehicles: 1,
    desc: 'The {a} left the road in the bend and struck a tree.',
    seen: [['bystander', 'It came very fast and did not take the bend.']],
    perpetrator: 'driver',
    who: '',
    found: 'Marks of about 40 metres before the bend. The {a} was towed.',
    injuries: badly,
    deadly: 14,
  },
  {
    share: 16,
    scene: 'lane change',
    vehicles: 2,
    desc: 'The {a} changed lane without a sign and struck the {b} beside it.',
    seen: [['driver', 'He came over into my lane.']],
    perpetrator: 'driver',
    who: '',
    found: 'Scratches along the side of the {b}. Both drivers were sober.',
    injuries: lightly,
    deadly: 1,
  },
  {
    share: 10,
    scene: 'crossing',
    vehicles: 1,
    desc: 'The {a} struck a person who was crossing the road.',
    seen: [
      ['bystander', 'She was already on the stripes.'],
      ['passenger', 'The driver braked, but it was too late.'],
    ],
    perpetrator: 'driver',
    who: '',
    found: 'The hurt person was taken to the hospital. The {a} is held at the yard.',
    injuries: [
      [1, 90],
      [2, 10],
    ],
    deadly: 12,
  },
  {
    share: 8,
    scene: 'pile-up',
    vehicles: 3,
    desc: 'The {a} braked for cattle on the road; the {b} and the {c} ran into it.',
    seen: [['driver', 'The animals were suddenly there.']],
    perpetrator: 'other',
    who: 'Herder who led cattle over the road without a guard',
    found: 'Nobody stood by the road to warn the traffic.',
    injuries: lightly,
    deadly: 3,
  },
];
