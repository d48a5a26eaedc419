import { Button, Tooltip } from '@mantine/core';
import {
  MAX_SCREEN_CONDITIONS,
  type ScreenCondition,
  type ScreenQuestion,
} from '@moneytrail/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { ConditionDialog } from './ConditionDialog.tsx';
import classes from './Conditions.module.css';
import { NEW_CONDITION } from './condition-draft.ts';
import { PRESETS } from './presets.ts';
import { conditionSentence } from './sentences.ts';

type Group = ScreenQuestion['groups'][number];
type Join = Group['join'];
type Preset = (typeof PRESETS)[number];

type Props = {
  question: ScreenQuestion;
  onChange: (change: Pick<ScreenQuestion, 'join' | 'groups'>) => void;
  onPreset: (preset: Preset) => void;
  onClear: () => void;
};

/** The condition under way: at a place of a group, or behind the last one. */
type Edited = { group: number; index: number; condition: ScreenCondition };

const countOf = (groups: readonly Group[]) =>
  groups.reduce((sum, { conditions }) => sum + conditions.length, 0);

/** The conditions in sentences, each of which opens its dialog, and ready screens. */
export function Conditions({ question, onChange, onPreset, onClear }: Props) {
  const { join, groups } = question;
  const [edited, setEdited] = useState<Edited | null>(null);
  const isFull = countOf(groups) >= MAX_SCREEN_CONDITIONS;
  const setGroups = (next: Group[]) =>
    onChange({ join, groups: next.filter(({ conditions }) => conditions.length > 0) });
  const put = ({ group, index, condition }: Edited) => {
    const { join: inner, conditions } = groups[group] ?? { join: 'and', conditions: [] };
    const changed = { join: inner, conditions: conditions.toSpliced(index, 1, condition) };
    setGroups(groups.toSpliced(group, 1, changed));
    setEdited(null);
  };
  const remove = (group: number, index: number) => {
    const present = groups[group];
    if (!present) return;
    const left = { ...present, conditions: present.conditions.toSpliced(index, 1) };
    setGroups(groups.with(group, left));
    setEdited(null);
  };
  const isEditedNew =
    edited !== null && edited.index >= (groups[edited.group]?.conditions.length ?? 0);
  return (
    <section className={classes.conditions} aria-label="Conditions">
      <div className={classes.groups}>
        <Presets question={question} onPreset={onPreset} />
        {groups.length === 0 && (
          <AddButton
            label="Condition"
            isDisabled={false}
            onPress={() => setEdited({ group: 0, index: 0, condition: NEW_CONDITION })}
          />
        )}
      </div>
      {groups.length > 0 && (
        <div className={classes.groups}>
          {groups.map((group, place) => (
            <Fragment
              // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name but their place.
              key={place}
            >
              {place > 0 && (
                <JoinButton
                  join={join}
                  what="groups"
                  onChange={(next) => onChange({ join: next, groups })}
                />
              )}
              <GroupLine
                group={group}
                name={`Group ${place + 1}`}
                isAlone={groups.length === 1}
                isFull={isFull}
                onJoin={(next) => setGroups(groups.with(place, { ...group, join: next }))}
                onEdit={(index) =>
                  setEdited({
                    group: place,
                    index,
                    condition: group.conditions[index] ?? NEW_CONDITION,
                  })
                }
                onRemove={(index) => remove(place, index)}
              />
            </Fragment>
          ))}
          <AddButton
            label="Group"
            isDisabled={isFull}
            onPress={() => setEdited({ group: groups.length, index: 0, condition: NEW_CONDITION })}
          />
          <Button size="compact-sm" variant="subtle" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
      {edited && (
        <ConditionDialog
          first={edited.condition}
          isNew={isEditedNew}
          resolution={question.resolution}
          onSave={(condition) => put({ ...edited, condition })}
          onRemove={isEditedNew ? null : () => remove(edited.group, edited.index)}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function Presets({ question, onPreset }: Pick<Props, 'question' | 'onPreset'>) {
  const [group, ...others] = question.groups;
  const asked = others.length === 0 ? JSON.stringify(group?.conditions) : '';
  return (
    <fieldset className={classes.presets} aria-label="Ready screens">
      {PRESETS.map((preset) => (
        <Tooltip
          key={preset.name}
          label={preset.about}
          position="bottom-start"
          openDelay={400}
          multiline
          maw={320}
        >
          <button
            type="button"
            className={classes.preset}
            aria-pressed={asked === JSON.stringify(preset.conditions)}
            onClick={() => onPreset(preset)}
          >
            {preset.name}
          </button>
        </Tooltip>
      ))}
    </fieldset>
  );
}

type JoinProps = { join: Join; what: string; onChange: (join: Join) => void };

/** Joins all groups, or all conditions of one, in the other way when pressed. */
function JoinButton({ join, what, onChange }: JoinProps) {
  const other = join === 'and' ? 'or' : 'and';
  return (
    <button
      type="button"
      className={classes.join}
      aria-label={`${join}: join the ${what} by ${other}`}
      onClick={() => onChange(other)}
    >
      {join}
    </button>
  );
}

type GroupProps = {
  group: Group;
  name: string;
  isAlone: boolean;
  isFull: boolean;
  onJoin: (join: Join) => void;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
};

function GroupLine(props: GroupProps) {
  const { group, name, isAlone, isFull, onJoin, onEdit, onRemove } = props;
  return (
    <fieldset className={classes.group} data-alone={isAlone || undefined} aria-label={name}>
      {group.conditions.map((condition, index) => {
        const sentence = conditionSentence(condition);
        return (
          <Fragment
            // biome-ignore lint/suspicious/noArrayIndexKey: equal conditions differ by their place only.
            key={index}
          >
            {index > 0 && <JoinButton join={group.join} what="conditions" onChange={onJoin} />}
            <span className={classes.condition}>
              <button type="button" className={classes.sentence} onClick={() => onEdit(index)}>
                {sentence}
              </button>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove: ${sentence}`}
                onClick={() => onRemove(index)}
              >
                <IconX size={14} stroke={2} aria-hidden="true" />
              </button>
            </span>
          </Fragment>
        );
      })}
      <AddButton
        label="Condition"
        isDisabled={isFull}
        onPress={() => onEdit(group.conditions.length)}
      />
    </fieldset>
  );
}

type AddProps = { label: string; isDisabled: boolean; onPress: () => void };

function AddButton({ label, isDisabled, onPress }: AddProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isDisabled}
      leftSection={<IconPlus size={14} stroke={2} />}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
