import { createArea } from '#web/lib/area.ts';

export const collisionArea = createArea<{ _id: string }, object>('collision', 'front', {});
