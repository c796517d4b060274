import type { Module } from '../module.ts';
import { blackSpotsPart } from './black-spots/routes.ts';
import { questionsPart } from './questions/routes.ts';
import { reportsPart } from './reports/routes.ts';

export const reportsModule: Module = {
  name: 'reports and analysis',
  parts: [reportsPart, blackSpotsPart, questionsPart],
  tables: ['report_closings', 'report_schedules', 'question_entries', 'place_notes'],
  proposals: ['closing'],
};
