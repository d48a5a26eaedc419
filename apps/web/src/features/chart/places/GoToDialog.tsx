import { Button, Group, TextInput } from '@mantine/core';
import { isDateResolution } from '@moneytrail/calendar';
import { type FormEvent, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { formatBarTime, zoneName } from '../../../lib/format-time.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useChartRoute } from '../model/use-chart-route.ts';
import classes from './GoToDialog.module.css';
import {
  barMsOf,
  fieldText,
  type Place,
  type PlaceChart,
  placeOf,
  placeText,
  readPlace,
  recentPlaces,
  rememberPlace,
} from './place.ts';
import { showPlace } from './use-place.ts';

/** Asks for a date, or a span of dates, and shows the chart there. */
export function GoToDialog() {
  const { resolution, zone, controller, openPanel } = useChartScreen();
  const { at, setAt } = useChartRoute();
  const chart = { resolution, zone };
  const [fields, setFields] = useState(() => fieldsOf(at, chart));
  const [problem, setProblem] = useState<{ field: 'from' | 'to'; text: string } | null>(null);
  const close = () => openPanel(NOTHING_OPEN);
  const go = (place: Place) => {
    const text = placeText(place);
    rememberPlace(text);
    // The address shows a new place; a former one has to be shown again.
    if (text === at && controller) showPlace(controller.engine, place, chart);
    else setAt(text);
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = placeOf(fields, chart, controller?.replayMs.get() ?? serverClock.now());
    if ('problem' in read) setProblem(read.problem);
    else go(read.place);
  };
  const isByDate = isDateResolution(resolution);
  const zoneText = isByDate ? '' : `, ${zoneName(zone, serverClock.now())}`;
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      type={isByDate ? 'date' : 'datetime-local'}
      label={label}
      value={fields[name]}
      error={problem?.field === name && problem.text}
      data-autofocus={name === 'from' || undefined}
      onChange={({ currentTarget: { value } }) => {
        setProblem(null);
        setFields({ ...fields, [name]: value });
      }}
    />
  );
  return (
    <Dialog title="Go to date" width={420} onClose={close}>
      <form noValidate className={classes.form} onSubmit={submit}>
        {field('from', isByDate ? 'Date' : `Date and time${zoneText}`)}
        {field('to', 'Until (optional)')}
        <RecentPlaces chart={chart} onChoose={go} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Go</Button>
        </Group>
      </form>
    </Dialog>
  );
}

type RecentProps = { chart: PlaceChart; onChoose: (place: Place) => void };

function RecentPlaces({ chart, onChoose }: RecentProps) {
  const places = useValue(recentPlaces).flatMap((text) => readPlace(text) ?? []);
  if (places.length === 0) return null;
  return (
    <fieldset className={classes.recent} aria-label="Recent">
      <span aria-hidden="true">Recent</span>
      {places.map((place) => (
        <Button key={placeText(place)} size="xs" variant="default" onClick={() => onChoose(place)}>
          {placeName(place, chart)}
        </Button>
      ))}
    </fieldset>
  );
}

function placeName({ from, to }: Place, chart: PlaceChart): string {
  const name = (time: string) => formatBarTime(barMsOf(time, chart), chart.resolution, chart.zone);
  return to === null ? name(from) : `${name(from)} – ${name(to)}`;
}

function fieldsOf(at: string | undefined, chart: PlaceChart): { from: string; to: string } {
  const place = at === undefined ? null : readPlace(at);
  if (!place) return { from: '', to: '' };
  return { from: fieldText(place.from, chart), to: place.to ? fieldText(place.to, chart) : '' };
}
