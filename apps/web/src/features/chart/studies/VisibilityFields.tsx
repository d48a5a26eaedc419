import { Switch } from '@mantine/core';
import type { StudyDefinition } from '@moneytrail/indicators';
import type { StudyDraft } from './use-study-draft.ts';

type Props = { study: StudyDefinition; draft: StudyDraft };

/** Whether the study is on the chart at all, and where it has several lines, which of them. */
export function VisibilityFields({ study, draft }: Props) {
  const lines = study.outputs.filter(({ isDrawn }) => isDrawn);
  const { styles, setStyles, isVisible, setVisible } = draft;
  return (
    <>
      <Switch
        label="Visible on the chart"
        checked={isVisible}
        onChange={({ currentTarget: { checked } }) => setVisible(checked)}
      />
      {lines.length > 1 &&
        lines.map(({ key, label }) => (
          <Switch
            key={key}
            label={label}
            disabled={!isVisible}
            checked={styles[key]?.isVisible !== false}
            onChange={({ currentTarget: { checked } }) => {
              const { isVisible: _, ...others } = styles[key] ?? {};
              const style = checked ? others : { ...others, isVisible: false };
              setStyles({ ...styles, [key]: style });
            }}
          />
        ))}
    </>
  );
}
