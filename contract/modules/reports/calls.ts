import { exportSpotPicture, notePlace, readBlackSpots, readEnforcement } from './black-spots.ts';
import { addToQuestion, listQuestions, readQuestion } from './questions.ts';
import { decideClosing, proposeClosing, readClosings, takeBackClosing } from './report-closings.ts';
import { exportReportRows, listReportRows } from './report-rows.ts';
import { endSchedule, readSchedule, setSchedule } from './report-schedules.ts';
import { exportLedger, exportReport, readReport } from './reports.ts';

/** Its calls by name. */
export const calls = {
  readReport,
  listReportRows,
  exportReportRows,
  exportReport,
  readClosings,
  proposeClosing,
  decideClosing,
  takeBackClosing,
  readSchedule,
  setSchedule,
  endSchedule,
  listQuestions,
  readQuestion,
  addToQuestion,
  exportLedger,
  readBlackSpots,
  readEnforcement,
  exportSpotPicture,
  notePlace,
} as const;
