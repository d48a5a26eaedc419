import type { DrawingTool } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS } from '@moneytrail/chart/model';
import type { Studies } from '../../../stores/technical-studies.ts';

/** The studies whose code drawings use. */
export function studiesOfDrawings(drawings: readonly { tool: DrawingTool | null }[]): Studies {
  const isUsed = drawings.some(
    ({ tool }) => tool !== null && DRAWING_TOOL_DEFINITIONS[tool].hasProfile,
  );
  return isUsed ? [{ id: 'volumeProfile' }] : [];
}
