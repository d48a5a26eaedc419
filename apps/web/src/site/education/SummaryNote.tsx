import { paths } from '../../paths.ts';

/** Says who has the summary panel, wherever a guide speaks of it. */
export function SummaryNote() {
  return (
    <>
      Accounts have the panel by their plan or from an administrator:{' '}
      <a href={paths.plans}>Plans and prices</a>.
    </>
  );
}
