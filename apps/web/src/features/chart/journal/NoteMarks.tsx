import { Tooltip } from '@mantine/core';
import type { Note } from '@moneytrail/contract';
import { IconNote } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatBarTime } from '../../../lib/format-time.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './Journal.module.css';
import { chartNotesQuery } from './notes.ts';

/** More of a text than fits beside a mark. */
const SHOWN_TEXT = 400;

/** The notes on the chart's instrument as marks above its time axis; the text shows when one is pointed at. */
export function NoteMarks({ controller }: { controller: ChartController }) {
  const { info } = useChartScreen();
  const { data: notes = [] } = useQuery(chartNotesQuery(info.ticker));
  const place = usePlaced(controller, notes);
  return (
    <div ref={place} className={classes.marks}>
      {notes.map((note) => (
        <NoteMark key={note.id} note={note} />
      ))}
    </div>
  );
}

function NoteMark({ note }: { note: Note }) {
  const { zone, openPanel } = useChartScreen();
  const when = formatBarTime(note.barMs, note.resolution, zone);
  const isLong = note.text.length > SHOWN_TEXT;
  const text = isLong ? `${note.text.slice(0, SHOWN_TEXT)}…` : note.text;
  return (
    <Tooltip
      portalProps={IN_MAIN}
      multiline
      maw={320}
      label={
        <span className={classes.tip} dir="auto">
          {text}
        </span>
      }
    >
      <button
        type="button"
        className={classes.mark}
        // The journal is the way of keys: a chart may have hundreds of marks.
        tabIndex={-1}
        hidden
        aria-label={`Note, ${when}`}
        onClick={() => openPanel({ kind: 'note', place: note, note })}
      >
        <IconNote size={14} stroke={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

/** Moves the marks with every picture of the chart, past React; those out of view are hidden. */
function usePlaced({ engine }: ChartController, notes: readonly Note[]) {
  const ref = useRef<HTMLDivElement>(null);
  const key = notes.map(({ id, barMs }) => `${id} ${barMs}`).join();
  useEffect(() => {
    const times = key === '' ? [] : key.split(',').map((one) => Number(one.split(' ')[1]));
    if (times.length === 0) return;
    return engine.followTimes(times, (xs, bottomPx) => {
      const marks = ref.current?.children ?? [];
      for (const [index, x] of xs.entries()) {
        const mark = marks[index];
        if (!(mark instanceof HTMLElement)) continue;
        mark.hidden = x === null;
        if (x !== null) mark.style.transform = `translate(${x}px, ${bottomPx}px)`;
      }
    });
  }, [engine, key]);
  return ref;
}
