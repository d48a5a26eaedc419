import { useState } from 'react';
import { readRuleSearch } from '../../lib/rule-search.ts';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { readDraft, writeDraft } from './rule-address.ts';
import { problemsOf, type RuleDraft, type SymbolList, symbolsOf } from './rule-draft.ts';

const nameOf = (address: object) => JSON.stringify(Object.entries(address).filter(isGiven));
const isGiven = ([name, value]: [string, unknown]) => name !== 'test' && value !== undefined;

/**
 * The draft of the editor, the id of the shown test, and their changes. Sound drafts are written into the address; any
 * other change of the address, such as the browser's Back, replaces the draft.
 */
export function useRuleDraft(lists: readonly SymbolList[]) {
  const { search, change } = usePageSearch(readRuleSearch);
  const [held, setHeld] = useState(() => ({
    draft: readDraft(search),
    /** The address that the draft has followed, and those that it has written since. */
    seen: nameOf(writeDraft(readDraft(search))),
    written: [] as readonly string[],
  }));
  const read = readDraft(search);
  const address = nameOf(writeDraft(read));
  let { draft } = held;
  if (address !== held.seen) {
    const place = held.written.indexOf(address);
    if (place < 0) draft = read;
    setHeld({ draft, seen: address, written: place < 0 ? [] : held.written.slice(place + 1) });
  }
  const edit = (next: RuleDraft) => {
    const isSound = Object.keys(problemsOf(next, symbolsOf(next.watched, lists))).length === 0;
    const written = isSound ? [...held.written, nameOf(writeDraft(next))] : held.written;
    setHeld({ ...held, draft: { ...next, isBroken: false }, written });
    if (isSound) change(writeDraft(next));
  };
  const testId =
    search.test !== undefined && /^\d{1,15}$/.test(search.test) ? Number(search.test) : null;
  return {
    draft,
    edit,
    testId,
    /** Shows a test with the draft that it belongs to, from which Back leads to what was shown before. */
    show: (id: number, of: RuleDraft) => change({ ...writeDraft(of), test: String(id) }, true),
    showNone: () => change({ test: undefined }),
  };
}
