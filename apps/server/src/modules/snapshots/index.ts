export { createSnapshots, type Snapshots } from './create-snapshots.ts';
export { createStudyFigures, type StudyFiguresOfScreens } from './create-study-figures.ts';
export type { FullSnapshot } from './snapshot-store.ts';
export type { AskedStudy, StudyFigures } from './study-figures-store.ts';
