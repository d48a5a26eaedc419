import { NativeSelect } from '@mantine/core';
import type { PaneId } from '@moneytrail/chart';
import { freePane, inPaneOrder, type PaneKind, studyNumber } from '@moneytrail/chart/model';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';

const KIND_NAMES: Readonly<Record<PaneKind, string>> = {
  main: 'Prices',
  tightness: 'Tightness',
  longShort: 'Long/Short',
  liquiditySpread: 'Liquidity Spread',
};

type Props = { study: StudyOnChart; onChange: (pane: PaneId) => void };

/** The pane that a study stands in: one with studies of its kind, or one more for itself. */
export function PaneField({ study, onChange }: Props) {
  const ofKind = useStudiesOnChart().filter(({ pane }) => pane === study.pane);
  const panes = inPaneOrder(ofKind.map(({ standsIn }) => standsIn));
  const isAlone = ofKind.every(
    ({ key, standsIn }) => key === study.key || standsIn !== study.standsIn,
  );
  const nameOf = (pane: PaneId) => {
    const number = studyNumber(pane);
    return number === 1 ? KIND_NAMES[study.pane] : `${KIND_NAMES[study.pane]} ${number}`;
  };
  const further = isAlone ? [] : [{ value: freePane(study.pane, panes), label: 'New pane' }];
  return (
    <NativeSelect
      label="Pane"
      value={study.standsIn}
      data={[...panes.map((pane) => ({ value: pane, label: nameOf(pane) })), ...further]}
      disabled={panes.length + further.length < 2}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
