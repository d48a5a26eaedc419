import type { Drawing } from '@moneytrail/chart';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import { chartBeside } from './beside-chart.ts';
import { TOOL_NAMES } from './drawing-tools.ts';
import classes from './TextEditor.module.css';

const MAX_LENGTH = 500;
/** Equal to the width in the style sheet. */
const WIDTH = '16.25rem';
const MARGIN_PX = 8;
const ROW_PX = 24;

type Props = {
  controller: ChartController;
  drawing: Drawing;
  /** The drawing was just placed: it is removed again if it stays without text. */
  isNew: boolean;
};

/** Over the text on the chart, but inside the chart. */
function placeFor({ engine }: ChartController, id: string) {
  const place = engine.drawings.placeOf(id);
  if (!place) return { left: MARGIN_PX, top: MARGIN_PX };
  const { leftPx, topPx } = place;
  const left = `clamp(${MARGIN_PX}px, ${leftPx}px, max(${MARGIN_PX}px, 100% - ${WIDTH} - ${MARGIN_PX}px))`;
  return { left, top: `clamp(${MARGIN_PX}px, ${topPx - ROW_PX / 2}px, 100% - 4.5rem)` };
}

/** Edits the text of a drawing: `Enter` saves, `Shift+Enter` breaks the line, `Esc` cancels. */
export function TextEditor({ controller, drawing, isNew }: Props) {
  const { id, tool } = drawing;
  const { engine, writing } = controller;
  const [text, setText] = useState(drawing.text);
  const [place] = useState(() => placeFor(controller, id));
  const field = useRef<HTMLTextAreaElement>(null);
  // `end` runs once: removing the field blurs it as well.
  const isOver = useRef(false);
  useEffect(() => {
    // The press that placed the drawing focuses the chart first.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  const end = (typed: string) => {
    if (isOver.current) return;
    isOver.current = true;
    if (isNew) engine.drawings.giveWords(id, typed);
    else if (typed !== '' && typed !== drawing.text) engine.drawings.change([id], { text: typed });
    if (writing.get()?.id === id) writing.set(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isKept = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isKept && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(isKept ? text.trim() : drawing.text);
    chartBeside(event.currentTarget)?.focus();
  };
  return (
    <textarea
      ref={field}
      className={classes.editor}
      style={place}
      aria-label={`${TOOL_NAMES[tool]}: words`}
      placeholder="Write here"
      rows={Math.min(6, text.split('\n').length)}
      maxLength={MAX_LENGTH}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(text.trim())}
    />
  );
}
