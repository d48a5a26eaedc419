import { Button, NativeSelect, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { isResolution, RESOLUTION_LABELS, RESOLUTIONS } from '@moneytrail/calendar';
import { MOST_TESTED_SYMBOLS, type RuleEntry, type TradingRule } from '@moneytrail/contract';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import classes from './RuleEditor.module.css';
import { CostFields, ExitFields, type FieldForm, SizeFields } from './RuleFields.tsx';
import {
  FIRST_ENTRY,
  fittingRule,
  PRESETS,
  presetOf,
  presetRule,
  problemsOf,
  type RuleDraft,
  type SymbolList,
  symbolsOf,
  type Watched,
} from './rule-draft.ts';
import { RULE_TEXTS, ruleSentence } from './texts.ts';

export type ConditionsProps = {
  /** The beginning of the ids of the fields, before their paths. */
  idPrefix: string;
  entry: RuleEntry;
  resolution: TradingRule['resolution'];
  problemAt: (path: string) => string | undefined;
  leave: (path: string) => void;
  onChange: (entry: RuleEntry) => void;
};

type Props = {
  draft: RuleDraft;
  /** The user's watchlists. */
  lists: readonly SymbolList[];
  /** The editor of an entry's conditions. */
  Conditions: ComponentType<ConditionsProps>;
  isBusy: boolean;
  error: string | null;
  onChange: (draft: RuleDraft) => void;
  onFind: () => void;
  onRun: (symbols: readonly string[]) => void;
};

/** The rule of a test and its instruments, from presets to every number. */
export function RuleEditor(props: Props) {
  const { draft, lists, isBusy, error, onChange, onRun } = props;
  const { rule } = draft;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const symbols = symbolsOf(draft.watched, lists);
  const problems = problemsOf(draft, symbols);
  const [firstProblem] = Object.keys(problems);
  const form: FieldForm = {
    problemAt: (path) => (isTried || left.has(path) ? problems[path] : undefined),
    leave: (path) => setLeft((before) => new Set([...before, path])),
  };
  const change = (changed: Partial<TradingRule>) =>
    onChange({ ...draft, rule: fittingRule({ ...rule, ...changed }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (firstProblem === undefined) onRun(symbols);
    else document.getElementById(`rule-${firstProblem}`)?.focus();
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="The rule">
      <Presets rule={rule} onChoose={change} />
      <WatchedFields {...props} form={form} />
      <Part title="Enter">
        <EntryFields {...props} side="long" form={form} onRule={change} />
        <EntryFields {...props} side="short" form={form} onRule={change} />
        <FormAlert>{isTried ? problems.long : null}</FormAlert>
      </Part>
      <Part title="Leave, by the first that is reached">
        <ExitFields rule={rule} form={form} onChange={change} />
      </Part>
      <Part title="Size and costs">
        <SizeFields rule={rule} form={form} onChange={change} />
        <CostFields rule={rule} form={form} onChange={change} />
      </Part>
      <div className={classes.foot}>
        {firstProblem === undefined && <p className={classes.sentence}>{ruleSentence(rule)}</p>}
        <FormAlert>{error}</FormAlert>
        <ActionButton type="submit" color="orange" isBusy={isBusy}>
          {RULE_TEXTS.run}
        </ActionButton>
      </div>
    </form>
  );
}

/** A titled part of the form. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type PresetsProps = { rule: TradingRule; onChoose: (rule: TradingRule) => void };

function Presets({ rule, onChoose }: PresetsProps) {
  const present = presetOf(rule);
  return (
    <fieldset className={classes.presets} aria-label="Ready rules">
      {PRESETS.map((preset) => (
        <button
          key={preset.name}
          type="button"
          className={classes.preset}
          aria-pressed={preset === present}
          onClick={() => onChoose(presetRule(preset, rule))}
        >
          {preset.name}
        </button>
      ))}
    </fieldset>
  );
}

const SPANS = [1, 2, 5, 10, 20];
const KINDS = [
  { value: 'symbol', label: 'One symbol' },
  { value: 'list', label: 'Watchlist' },
  { value: 'typed', label: 'List' },
] as const;

/** The instruments, their interval and the span of the test. */
function WatchedFields({ draft, lists, form, onChange, onFind }: Props & { form: FieldForm }) {
  const { rule, watched, years } = draft;
  const symbols = symbolsOf(watched, lists);
  const put = (next: Watched) => onChange({ ...draft, watched: next });
  const choose = (kind: Watched['kind']) => {
    if (kind === 'symbol') put({ kind, symbol: symbols[0] ?? 'FMP:BTCUSD' });
    else if (kind === 'typed') put({ kind, text: symbols.join('\n') });
    else if (lists[0]) put({ kind, list: lists[0].id });
  };
  const offered = KINDS.filter(({ value }) => value !== 'list' || lists.length > 0);
  return (
    <Part title="Test on">
      <SegmentedControl
        fullWidth
        aria-label="Instruments"
        value={watched.kind}
        data={offered.map((one) => ({ ...one }))}
        onChange={choose}
      />
      {watched.kind === 'symbol' && (
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          aria-label={`${watched.symbol}. Choose another symbol`}
          onClick={onFind}
        >
          {watched.symbol}
        </Button>
      )}
      {watched.kind === 'list' && (
        <NativeSelect
          id="rule-symbols"
          aria-label="Watchlist"
          value={String(watched.list)}
          data={listChoices(watched.list, lists)}
          error={form.problemAt('symbols')}
          onChange={({ currentTarget: { value } }) => put({ kind: 'list', list: Number(value) })}
        />
      )}
      {watched.kind === 'typed' && (
        <Textarea
          id="rule-symbols"
          aria-label="Symbols"
          placeholder="FMP:AAPL, FMP:MSFT"
          description={`One a line or separated by commas: ${symbols.length} of at most ${MOST_TESTED_SYMBOLS}.`}
          inputWrapperOrder={['input', 'description', 'error']}
          rows={4}
          value={watched.text}
          error={form.problemAt('symbols')}
          onBlur={() => form.leave('symbols')}
          onChange={({ currentTarget: { value } }) => put({ kind: 'typed', text: value })}
        />
      )}
      <div className={classes.pair}>
        <NativeSelect
          label="Interval"
          value={rule.resolution}
          data={RESOLUTIONS.map((value) => ({ value, label: RESOLUTION_LABELS[value] }))}
          onChange={({ currentTarget: { value } }) =>
            isResolution(value) && onChange({ ...draft, rule: { ...rule, resolution: value } })
          }
        />
        <NativeSelect
          label="Span"
          value={years ?? ''}
          data={spanChoices(years)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...draft, years: value === '' ? null : Number(value) })
          }
        />
      </div>
    </Part>
  );
}

function listChoices(present: number, lists: readonly SymbolList[]) {
  const known = lists.map(({ id, name, symbols }) => ({
    value: String(id),
    label: `${name} (${symbols.length})`,
  }));
  const isKnown = lists.some(({ id }) => id === present);
  return isKnown ? known : [...known, { value: String(present), label: 'A deleted watchlist' }];
}

function spanChoices(present: number | null) {
  const years = present === null || SPANS.includes(present) ? SPANS : [...SPANS, present];
  return [
    { value: '', label: 'All bars' },
    ...years
      .toSorted((a, b) => a - b)
      .map((value) => ({
        value: String(value),
        label: value === 1 ? 'Last year' : `Last ${value} years`,
      })),
  ];
}

const SIDE_LABELS = {
  long: 'Long, when the price should rise',
  short: 'Short, when it should fall',
};

type EntryProps = Props & {
  side: 'long' | 'short';
  form: FieldForm;
  onRule: (change: Partial<TradingRule>) => void;
};

/** The entry of one side, which may be left out. */
function EntryFields({ draft: { rule }, Conditions, side, form, onRule }: EntryProps) {
  const entry = rule[side];
  const put = (changed: RuleEntry | null) =>
    onRule(side === 'long' ? { long: changed } : { short: changed });
  return (
    <>
      <Switch
        id={`rule-${side}`}
        label={SIDE_LABELS[side]}
        checked={entry !== null}
        onChange={({ currentTarget: { checked } }) => put(checked ? FIRST_ENTRY[side] : null)}
      />
      {entry && (
        <fieldset
          className={classes.entry}
          aria-label={`${side === 'long' ? 'Long' : 'Short'} entry`}
        >
          <Conditions
            idPrefix={`rule-${side}.`}
            entry={entry}
            resolution={rule.resolution}
            problemAt={(path) => form.problemAt(`${side}.${path}`)}
            leave={(path) => form.leave(`${side}.${path}`)}
            onChange={put}
          />
        </fieldset>
      )}
    </>
  );
}
