import { useChartScreen } from '../model/chart-context.ts';
import { presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { useStudyActions } from '../studies/use-study-actions.ts';
import { readStudyTemplate, writeStudies } from './study-template.ts';
import { TemplatesSection } from './TemplatesSection.tsx';

/** Templates of all studies on the chart. */
export function StudyTemplates() {
  const { saver } = useChartScreen();
  const { keepSince } = useStudyActions();
  const apply = (content: string) => {
    const studies = readStudyTemplate(content);
    if (!studies) return false;
    saver?.markStep();
    const before = presentPreferences();
    updatePreferences(studies);
    keepSince(before);
    return true;
  };
  return (
    <TemplatesSection
      of="studies"
      about="Keeps the studies on the chart, with inputs, lines and panes."
      write={() => writeStudies(presentPreferences())}
      apply={apply}
    />
  );
}
