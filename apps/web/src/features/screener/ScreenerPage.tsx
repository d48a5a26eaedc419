import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import {
  type AnyFigure,
  isStudyFigure,
  MAX_STUDY_FIGURES,
  type ScreenQuestion,
  type ScreenRow,
  SNAPSHOT_RESOLUTIONS,
  studyFiguresOf,
} from '@moneytrail/contract';
import { IconAlertTriangle, IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { FAILURE_TEXTS } from '../../api/failure-text.ts';
import { currentUserQuery } from '../../api/queries.ts';
import { readScreen, type Screen, writeScreen } from '../../lib/screen-address.ts';
import { readScreenerSearch, type ScreenerSearch } from '../../lib/screener-search.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { useValue } from '../../stores/use-value.ts';
import { Banner } from '../../ui/Banner.tsx';
import { SPACIOUS } from '../../ui/breakpoints.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { TableSort } from '../../ui/data-table/use-data-table.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { Conditions } from './conditions/Conditions.tsx';
import { presetScreen } from './conditions/presets.ts';
import { isFigure } from './figures.ts';
import { LockedScreener } from './LockedScreener.tsx';
import { HeatMap } from './map/HeatMap.tsx';
import { Preview } from './Preview.tsx';
import type { ScreenerParts } from './parts.ts';
import { CardOrder } from './rows/CardOrder.tsx';
import { ColumnsDialog } from './rows/ColumnsDialog.tsx';
import { HeldRows } from './rows/HeldRows.tsx';
import { chartSearch, tableColumns } from './rows/screen-columns.tsx';
import { useScreenRows } from './rows/screen-query.ts';
import { clearSelection, reached, selection } from './rows/selection.ts';
import { useSteadyRows } from './rows/use-steady-rows.ts';
import { ScreenActions } from './ScreenActions.tsx';
import classes from './ScreenerPage.module.css';
import { Status } from './Status.tsx';
import { ScreensMenu } from './screens/ScreensMenu.tsx';
import { useStudyNames } from './use-study-names.ts';

/** The instruments that fulfil conditions, as a table or a heat map; accounts without the right read about them. */
export function ScreenerPage(parts: ScreenerParts) {
  usePageTitle('Screener');
  const { data: user } = useQuery(currentUserQuery);
  if (!user) return <Skeleton className={classes.pending ?? ''} aria-hidden="true" />;
  if (!user.permissions.isDetailedSummaryAllowed) return <LockedScreener user={user} />;
  return <OpenScreener {...parts} />;
}

/** The screen in the address, and its changes. */
function useScreen() {
  const { search, change } = usePageSearch(readScreenerSearch);
  const { interval, where, order, columns } = search;
  const read = useMemo(
    () => readScreen({ interval, where, order, columns }),
    [interval, where, order, columns],
  );
  const show = (screen: Screen) => change(writeScreen(screen));
  /** Shows another screen, from which Back leads to the one before; null for one that is not saved. */
  const goTo = (screen: Screen, id: number | null) =>
    change({ ...writeScreen(screen), screen: idText(id) }, true);
  return { search, change, read, show, goTo };
}

const idText = (id: number | null) => (id === null ? undefined : String(id));

/** The rows that are found, with the figures of studies that the table or the heat map shows. */
function useFound({ view, colour: named }: ScreenerSearch, { question, columns }: Screen) {
  const isMap = view === 'map';
  const colour: AnyFigure = named !== undefined && isFigure(named) ? named : 'change1';
  const shown = isMap ? [...columns, colour] : columns;
  const studies = [...new Set(shown.filter(isStudyFigure))].slice(0, MAX_STUDY_FIGURES);
  const found = useScreenRows({ question, studies });
  const code = useStudyNames(studies.length > 0 || studyFiguresOf(question).length > 0);
  return { found, isMap, colour, code };
}

function OpenScreener({ Chart, AddToWatchlist, ScreenAlert }: ScreenerParts) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const isSpacious = useMediaQuery(SPACIOUS, undefined, { getInitialValueInEffect: false });
  const { search, change, read, show, goTo } = useScreen();
  const { question, columns, isBroken } = read;
  const { resolution } = question;
  const { found, isMap, colour, code } = useFound(search, read);
  const [isHeld, setHeld] = useState(false);
  const rows = useSteadyRows({ ...found, isHeld });
  const [isChoosingColumns, setChoosingColumns] = useState(false);
  const [areConditionsOpen, setConditionsOpen] = useState(false);
  const selected = useValue(selection).size;
  const present = useValue(reached);
  useEffect(() => () => reached.set(null), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other conditions find other rows, of which none is chosen yet.
  useEffect(() => clearSelection, [search.where, search.interval]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and formats of studies come with their code.
  const cells = useMemo(() => tableColumns(columns, resolution), [columns, resolution, code]);
  const ask = (entries: Partial<ScreenQuestion>) =>
    show({ question: { ...question, ...entries }, columns });
  const clear = () => {
    const cleared = { question: { ...question, join: 'and' as const, groups: [] }, columns };
    goTo(cleared, openId);
  };
  const open = ({ symbol }: ScreenRow) =>
    void navigate({ to: paths.liveChart, search: chartSearch(symbol, resolution) });
  // Rows that have left are only for the table.
  const shownRows = isMap ? found.rows : rows;
  const shownRow = isSpacious ? shownRows.find(({ symbol }) => symbol === present) : undefined;
  const openId = search.screen === undefined ? null : Number(search.screen);
  const conditionCount = question.groups.reduce((sum, group) => sum + group.conditions.length, 0);

  return (
    <div className={classes.page} id="screener" tabIndex={-1}>
      <div className={classes.bar}>
        <ScreensMenu
          screen={read}
          openId={openId}
          onOpen={goTo}
          onSaved={(id) => change({ screen: idText(id) })}
          onMerged={show}
          ScreenAlert={ScreenAlert}
        />
        <SegmentedControl
          aria-label="Interval"
          value={resolution}
          data={SNAPSHOT_RESOLUTIONS.map((value) => ({ value, label: RESOLUTION_LABELS[value] }))}
          onChange={(value) => ask({ resolution: value })}
        />
        <SegmentedControl
          aria-label="View"
          value={isMap ? 'map' : 'table'}
          data={[
            { value: 'table', label: 'Table' },
            { value: 'map', label: 'Heat map' },
          ]}
          onChange={(value) => change({ view: value === 'map' ? value : undefined })}
        />
        {isPhone && (
          <Button
            variant="default"
            aria-expanded={areConditionsOpen}
            leftSection={<IconFilter size={16} stroke={1.75} />}
            onClick={() => setConditionsOpen((isOpen) => !isOpen)}
          >
            Conditions{conditionCount > 0 && ` (${conditionCount})`}
          </Button>
        )}
        <ScreenActions
          screen={read}
          isEmpty={rows.length === 0}
          onColumns={() => setChoosingColumns(true)}
          AddToWatchlist={AddToWatchlist}
        />
      </div>
      {isBroken && (
        <Banner kind="warning" icon={<IconAlertTriangle size={20} stroke={1.75} />}>
          Parts of this link cannot be read; they are those of a new screen.
        </Banner>
      )}
      {(!isPhone || areConditionsOpen) && (
        <Conditions
          question={question}
          onChange={ask}
          onPreset={(preset) => goTo(presetScreen(preset, read), null)}
          onClear={clear}
        />
      )}
      <Status found={found} selected={selected} />
      <div className={classes.content}>
        {isMap && found.state === 'ready' && shownRows.length > 0 ? (
          <HeatMap
            rows={shownRows}
            size={search.area ?? 'equal'}
            colour={colour}
            onSize={(size) => change({ area: size === 'volume' ? size : undefined })}
            onColour={(next) => change({ colour: next === 'change1' ? undefined : next })}
            onOpen={open}
          />
        ) : (
          <HeldRows updatedAtMs={found.updatedAtMs} onHold={setHeld}>
            <CardOrder sort={question.sort} columns={columns} onSort={(sort) => ask({ sort })} />
            <DataTable
              label="Instruments found"
              columns={cells}
              rows={rows}
              rowId={({ symbol }) => symbol}
              sort={sortOf(question)}
              onSort={(sort) => ask({ sort: askedSort(sort) })}
              total={found.counts?.matched ?? null}
              state={found.state}
              isBusy={found.isBusy}
              failure={{
                text: `The instruments could not be searched. ${found.error?.message || FAILURE_TEXTS.unexpected}`,
                onRetry: found.retry,
              }}
              empty={{
                text: 'No instrument fulfils these conditions now. The page keeps looking.',
                action: conditionCount > 0 && (
                  <Button variant="default" onClick={clear}>
                    Show all instruments
                  </Button>
                ),
              }}
              onOpen={open}
              onReach={({ symbol }) => reached.set(symbol)}
              onNearEnd={found.readMore}
            />
          </HeldRows>
        )}
        {shownRow && (
          <Preview
            row={shownRow}
            resolution={resolution}
            Chart={Chart}
            onClose={() => reached.set(null)}
          />
        )}
      </div>
      {isMap && found.readMore && (
        <Button variant="default" onClick={found.readMore}>
          Show more instruments
        </Button>
      )}
      {isChoosingColumns && (
        <ColumnsDialog
          columns={columns}
          onChange={(next) => show({ question, columns: next })}
          onClose={() => setChoosingColumns(false)}
        />
      )}
    </div>
  );
}

const sortOf = ({ sort: { by, direction } }: ScreenQuestion): TableSort => ({
  id: by,
  isDescending: direction === 'descending',
});

/** Columns that can be sorted are named as the contract names them; without one, symbols are in order. */
function askedSort(sort: TableSort | null): ScreenQuestion['sort'] {
  const id = sort?.id ?? '';
  const by = isFigure(id) || id === 'mark' ? id : 'symbol';
  return { by, direction: sort?.isDescending ? 'descending' : 'ascending' };
}
