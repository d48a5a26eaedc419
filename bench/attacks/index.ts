import { ANSWER_ATTACKS } from './answers.ts';
import type { Attack } from './attack.ts';
import { BODY_ATTACKS } from './bodies.ts';
import { IMPORT_ATTACK } from './imports.ts';
import { RECORD_ATTACKS } from './records.ts';
import { STREAM_ATTACKS } from './streams.ts';

/** Every attack, each of which is measured alone. */
export const ATTACKS: readonly Attack[] = [
  ...STREAM_ATTACKS,
  ...RECORD_ATTACKS,
  ...ANSWER_ATTACKS,
  ...BODY_ATTACKS,
  IMPORT_ATTACK,
];
