import { soundInputs } from '@moneytrail/indicators';
import { record } from '../../../lib/record.ts';
import type { ChartPreferences } from '../preferences/preferences.ts';
import { readChartStudies } from '../preferences/studies-on-chart.ts';

const VERSION = 1;

type Studies = Pick<ChartPreferences, 'inputs' | 'studies'>;

export function writeStudies({ inputs, studies }: Studies): string {
  return JSON.stringify({ version: VERSION, inputs, studies });
}

/** The studies of a template; null where the content is unreadable or of a newer version. */
export function readStudyTemplate(content: string): Studies | null {
  let stored: unknown;
  try {
    stored = JSON.parse(content);
  } catch {
    return null;
  }
  const fields = record(stored);
  if (fields.version !== VERSION || !Array.isArray(fields.studies)) return null;
  return { inputs: soundInputs(record(fields.inputs)), studies: readChartStudies(fields) };
}
