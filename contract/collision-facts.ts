import { z } from 'zod';
import type { LooseFacts } from './collisions.ts';

/** The causes are those that the Federal Road Safety Corps counts by. */
export const factChoices = {
  cause: z.enum([
    'speed violation',
    'loss of control',
    'sign or light violation',
    'dangerous driving',
    'dangerous overtaking',
    'wrongful overtaking',
    'route violation',
    'tyre burst',
    'brake failure',
    'mechanically deficient',
    'overloading',
    'use of phone',
    'fatigue',
    'sleeping on steering',
    'alcohol or drugs',
    'bad road',
    'obstruction',
    'poor weather',
    'other',
  ]),
  collisionType: z.enum([
    'head on',
    'rear end',
    'right angle',
    'side swipe',
    'overturned',
    'off road',
    'hit object in road',
    'parked vehicle',
    'pedestrian',
    'animal',
  ]),
  light: z.enum(['daylight', 'dusk or dawn', 'dark, lit street', 'dark, no light']),
  surface: z.enum(['dry', 'wet', 'mud', 'loose', 'oil']),
};
export const roadUsers = z.enum(['pedestrian', 'bicycle', 'motorcycle', 'three-wheeler']);

const persons = z.coerce.number().int().min(0).max(1_000).optional();

/**
 * More that may be said of a collision. `serious` and `slight` are persons among the injured: who
 * says one of them alone says 0 of the other. They may differ from `noOfInjuries`, which counts: fewer
 * leave the rest ungraded, and more are shown as a difference.
 */
export const collisionFactsSchema = z
  .strictObject({
    ...z.object(factChoices).partial().shape,
    otherCauses: z.array(factChoices.cause).max(2).optional(),
    hit: z.array(roadUsers).max(4).optional(),
    serious: persons,
    slight: persons,
  })
  .transform((facts): LooseFacts => {
    const isGraded = facts.serious !== undefined || facts.slight !== undefined;
    return Object.fromEntries(
      Object.entries({ ...(isGraded && { serious: 0, slight: 0 }), ...facts }).flatMap(
        ([name, said]) => (said === undefined ? [] : [[name, said]]),
      ),
    );
  });
