import { Button, Textarea, TextInput } from '@mantine/core';
import { isDateResolution } from '@moneytrail/calendar';
import type { Drawing } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS, tradeOf } from '@moneytrail/chart/model';
import { type FormEvent, useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormNote, TabbedForm } from '../../../ui/form/TabbedForm.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import classes from './DrawingDialog.module.css';
import { IntervalFields, LevelFields, StyleFields } from './DrawingFields.tsx';
import { pointFields } from './drawing-draft.ts';
import { TOOL_NAMES } from './drawing-tools.ts';
import { type DraftState, useDrawingDraft } from './use-drawing-draft.ts';

type Props = { controller: ChartController; id: string };

/** The settings of a drawing: exact prices and times, levels, account, style and intervals. */
export function DrawingDialog({ controller, id }: Props) {
  const drawing = useValue(controller.drawings).find((one) => one.id === id);
  return drawing ? <SettingsOf controller={controller} drawing={drawing} /> : null;
}

type TabName = 'points' | 'levels' | 'style' | 'intervals';

/** The tab with the first problem; null if all fields are sound. */
function wrongTab(problems: DraftState['problems']): TabName | null {
  const [name] = Object.keys(problems);
  if (name === undefined) return null;
  if (name === 'levels') return 'levels';
  return name === 'resolutions' ? 'intervals' : 'points';
}

function SettingsOf({ controller, drawing }: { controller: ChartController; drawing: Drawing }) {
  const { openPanel, decimals, resolution, zone } = useChartScreen();
  const { tool } = drawing;
  const { hasLevels, hasText, isPosition } = DRAWING_TOOL_DEFINITIONS[tool];
  const hasPoints = pointFields(tool).length > 0;
  const [tab, setTab] = useState<string | null>(hasPoints ? 'points' : 'style');
  const [hasTried, setTried] = useState(false);
  const draft = useDrawingDraft(controller, drawing, { decimals, resolution, zone });
  const close = () => openPanel(NOTHING_OPEN);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongTab(draft.problems);
    setTried(true);
    if (wrong) return setTab(wrong);
    draft.keep();
    close();
  };
  const points = (
    <>
      {drawing.isLocked && <FormNote>Locked: unlock it to change prices and times.</FormNote>}
      {hasText && (
        <Textarea
          label="Text"
          rows={3}
          maxLength={500}
          data-autofocus
          value={draft.draft.text}
          onChange={({ currentTarget: { value } }) => draft.set({ text: value })}
        />
      )}
      <div className={classes.pairs}>
        <PointFields drawing={drawing} state={draft} hasTried={hasTried} />
        {isPosition && <AccountFields drawing={drawing} state={draft} hasTried={hasTried} />}
      </div>
      {isPosition && <TradeFigures state={draft} hasTried={hasTried} />}
      {!isDateResolution(resolution) && <FormNote>Times in {zone.replaceAll('_', ' ')}.</FormNote>}
    </>
  );
  const ofPoints = isPosition ? 'Trade' : hasText ? 'Text' : 'Points';
  const levels = <LevelFields state={draft} />;
  const tabs = [
    ...(hasPoints ? [{ value: 'points', label: ofPoints, fields: points }] : []),
    ...(hasLevels ? [{ value: 'levels', label: 'Levels', fields: levels }] : []),
    { value: 'style', label: 'Style', fields: <StyleFields tool={tool} state={draft} /> },
    { value: 'intervals', label: 'Visibility', fields: <IntervalFields state={draft} /> },
  ];
  return (
    <Dialog
      title={TOOL_NAMES[tool]}
      width={360}
      isAside
      closeLabel="Cancel and close"
      onClose={close}
    >
      <TabbedForm
        tabs={tabs}
        tab={tab}
        onTab={setTab}
        onSubmit={keep}
        sheetHeight={34}
        buttons={
          <>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit">Done</Button>
          </>
        }
      />
    </Dialog>
  );
}

type PointProps = { drawing: Drawing; state: DraftState; hasTried: boolean };

/** Prices and times of the points. */
function PointFields({ drawing, state, hasTried }: PointProps) {
  const { resolution } = useChartScreen();
  const timeType = isDateResolution(resolution) ? 'date' : 'datetime-local';
  return pointFields(drawing.tool).map(({ name, kind, label }, index) => (
    <TextInput
      key={name}
      label={label}
      {...(kind === 'time' ? { type: timeType } : NUMBER)}
      value={state.draft.points[name] ?? ''}
      disabled={drawing.isLocked}
      error={hasTried && state.problems[name]}
      data-autofocus={index === 0 || undefined}
      onChange={({ currentTarget: { value } }) => state.setPoint(name, value)}
    />
  ));
}

const NUMBER = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** Ratio, account and risk of a position. */
function AccountFields({ drawing, state, hasTried }: PointProps) {
  const { draft, problems } = state;
  const isWrong = hasTried && problems.account !== undefined;
  return (
    <>
      <TextInput
        {...NUMBER}
        label="R (reward / risk)"
        value={draft.ratio}
        disabled={drawing.isLocked}
        onChange={({ currentTarget: { value } }) => state.setRatio(value)}
      />
      <TextInput
        {...NUMBER}
        label="Account size"
        value={draft.accountSize}
        error={isWrong}
        onChange={({ currentTarget: { value } }) => state.set({ accountSize: value })}
      />
      <TextInput
        {...NUMBER}
        label="Risk, % of account"
        value={draft.riskPercent}
        error={isWrong}
        onChange={({ currentTarget: { value } }) => state.set({ riskPercent: value })}
      />
    </>
  );
}

/** The quantity that follows from prices, account and risk, and what it loses or gains. */
function TradeFigures({ state, hasTried }: Omit<PointProps, 'drawing'>) {
  const { problems, points, account } = state;
  const trade = account && tradeOf(points, account);
  return (
    <>
      {hasTried && problems.account && (
        <p className={classes.problem} role="alert">
          {problems.account}
        </p>
      )}
      <dl className={classes.figures}>
        <dt>Quantity</dt>
        <dd>{trade?.quantityText ?? '–'}</dd>
        <dt>Loss at the stop</dt>
        <dd>{trade?.riskText ?? '–'}</dd>
        <dt>Gain at the target</dt>
        <dd>{trade?.rewardText ?? '–'}</dd>
      </dl>
      <FormNote>
        {trade
          ? 'Quantity in units of the instrument, rounded down; amounts in the currency of its price.'
          : 'Account size and risk give the quantity.'}
      </FormNote>
    </>
  );
}
