import { Button, Loader, TextInput } from '@mantine/core';
import { MOST_STUDIES } from '@moneytrail/chart/model';
import { offeredTechnicalStudies, TECHNICAL_GROUPS } from '@moneytrail/indicators';
import { searchStudies } from '@moneytrail/technical-indicators/search';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { loadTechnicalStudies, useTechnicalCode } from '../../../stores/technical-studies.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { usePreferences, useStudiesOnChart, useStyledStudies } from '../preferences/preferences.ts';
import { useAddStudy } from './add-study.ts';
import classes from './IndicatorsDialog.module.css';
import { FieldItem, KindItem, PlacedRow } from './StudyRows.tsx';

/** The studies of the house and of the field: find them, add them to the chart, show or hide them, open their settings. */
export function StudyCatalogue() {
  const [text, setText] = useState('');
  const house = useStyledStudies();
  const onChart = useStudiesOnChart();
  const code = useTechnicalCode();
  // A phone's keyboard would cover the list.
  const isPhone = useIsPhone();
  useEffect(() => {
    void loadTechnicalStudies();
  }, []);
  // Stored studies of which the code is missing take a place too.
  const isFull = usePreferences().studies.length >= MOST_STUDIES;
  const isSearching = text.trim() !== '';
  const technical = offeredTechnicalStudies();
  const foundHouse = searchStudies(text, house);
  const found = searchStudies(text, technical);
  /** The study that Enter adds. */
  const next =
    isSearching && !isFull ? searchStudies(text, [...house, ...technical])[0] : undefined;
  const add = useAddStudy();
  const placedOf = (id: string) => onChart.filter((study) => study.id === id);
  const houseItem = (study: (typeof house)[number]) => (
    <KindItem
      key={study.id}
      study={study}
      onChart={placedOf(study.id)}
      isFull={isFull}
      isNext={study.id === next?.id}
    />
  );
  const technicalItem = (study: (typeof technical)[number]) => (
    <FieldItem
      key={study.id}
      study={study}
      count={placedOf(study.id).length}
      isFull={isFull}
      isNext={study.id === next?.id}
    />
  );
  const technicalOnChart = onChart.filter(({ id }) => technical.some((one) => one.id === id));
  const isEmpty = code === 'loaded' && foundHouse.length + found.length === 0;
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        aria-label="Search indicators"
        placeholder="Moving average, RSI, Bollinger…"
        leftSection={<IconSearch size={18} stroke={1.75} />}
        value={text}
        maxLength={40}
        data-autofocus={!isPhone || undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && next) add(next.id);
        }}
      />
      {!isSearching && technicalOnChart.length > 0 && (
        <Group title="On the chart">
          {technicalOnChart.map((study) => (
            <PlacedRow key={study.key} study={study} />
          ))}
        </Group>
      )}
      {foundHouse.length > 0 && <Group title="Moneytrail">{foundHouse.map(houseItem)}</Group>}
      {isSearching && found.length > 0 && <Group title="All">{found.map(technicalItem)}</Group>}
      {!isSearching &&
        TECHNICAL_GROUPS.map((group) => {
          const ofGroup = technical.filter((study) => study.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <Group key={group} title={group}>
              {ofGroup.map(technicalItem)}
            </Group>
          );
        })}
      {isEmpty && <p className={classes.note}>No indicator is called “{text.trim()}”.</p>}
      {code === 'loading' && (
        <p className={classes.note} role="status">
          <Loader size={16} /> Loading further indicators…
        </p>
      )}
      {code === 'failed' && (
        <div className={classes.note} role="alert">
          Further indicators could not be loaded.
          <Button size="xs" variant="default" onClick={() => void loadTechnicalStudies()}>
            Retry
          </Button>
        </div>
      )}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.group}>{title}</h3>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}
