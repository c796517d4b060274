import type { Module } from '../module.ts';
import { devicesPart } from './devices/routes.ts';
import { shiftsPart } from './shifts/routes.ts';

export const fieldWorkModule: Module = {
  name: 'field work',
  parts: [shiftsPart, devicesPart],
  tables: ['shifts', 'devices'],
};
