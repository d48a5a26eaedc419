import { answerAttacks } from './answers.ts';
import type { Attack } from './attack.ts';
import { streamAttacks } from './streams.ts';

/** Every attack, each of which is measured alone. */
export const ATTACKS: readonly Attack[] = [...streamAttacks, ...answerAttacks];
