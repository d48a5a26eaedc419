import type { ManagedUser } from '@moneytrail/contract';
import { useMutation } from '@tanstack/react-query';
import { csvCell } from '../../lib/csv.ts';
import { downloadBlob, fileName } from '../../lib/download.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { readEverybody, type UsersQuestion } from './users-query.ts';

/** Saves every user that fits as a table, whichever page is shown. */
export function useCsv(question: UsersQuestion, columns: readonly TableColumn<ManagedUser>[]) {
  const saved = columns.filter(({ role }) => role !== 'action');
  const { mutate, isPending } = useMutation({
    mutationFn: () => readEverybody(question, AbortSignal.timeout(5 * 60_000)),
    onSuccess: (users) => {
      const lines = [
        saved.map(({ head }) => csvCell(head)),
        ...users.map((user) => saved.map(({ text }) => csvCell(text(user)))),
      ];
      const text = `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
      const day = new Date().toISOString().slice(0, 10);
      downloadBlob(new Blob([text], { type: 'text/csv' }), fileName(['users', day], 'csv'));
    },
  });
  return { save: () => mutate(), isSaving: isPending };
}
