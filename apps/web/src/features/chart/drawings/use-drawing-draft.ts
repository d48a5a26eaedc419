import type { Drawing } from '@moneytrail/chart';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import { presentPreferences, updateDrawing } from '../preferences/preferences.ts';
import {
  type DraftChart,
  type DrawingDraft,
  draftOf,
  readDraft,
  withPoint,
  withRatio,
} from './drawing-draft.ts';

/** The last account that a position was planned for, as a start for others. */
function lastAccount({ drawings }: ChartController): Drawing['account'] {
  return drawings.get().findLast(({ account }) => account)?.account;
}

/** The edited state of a drawing. The chart previews it; nothing changes until `keep`. */
export function useDrawingDraft(controller: ChartController, drawing: Drawing, chart: DraftChart) {
  const { engine } = controller;
  const { id } = drawing;
  const [draft, setDraft] = useState<DrawingDraft>(() =>
    draftOf(drawing, chart, lastAccount(controller)),
  );
  const [isTouched, setTouched] = useState(false);
  const { change, problems } = readDraft(drawing, draft, chart);
  const preview = useEffectEvent(() => engine.drawings.preview(id, isTouched ? change : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every edit is shown.
  useEffect(preview, [draft]);
  useEffect(() => () => engine.drawings.preview(id, null), [engine, id]);
  const put = (next: DrawingDraft) => {
    setTouched(true);
    setDraft(next);
  };
  return {
    draft,
    problems,
    /** The points as the chart previews them. */
    points: change.points ?? drawing.points,
    account: change.account,
    set: (changes: Partial<DrawingDraft>) => put({ ...draft, ...changes }),
    setPoint: (name: string, text: string) => put(withPoint(draft, name, text)),
    setRatio: (text: string) => put(withRatio(drawing, draft, text, chart.decimals)),
    /** Makes the change in one undo step; a changed style is that of the tool's next drawings too. */
    keep(): void {
      engine.drawings.change([id], change);
      if (JSON.stringify(draft.style) === JSON.stringify(drawing.style)) return;
      const { styles } = presentPreferences().drawing;
      updateDrawing({ styles: { ...styles, [drawing.tool]: draft.style } });
    },
  };
}

export type DraftState = ReturnType<typeof useDrawingDraft>;
