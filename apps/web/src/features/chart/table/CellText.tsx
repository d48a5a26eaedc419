import { ValueOrReason } from '../model/ValueOrReason.tsx';
import type { TableColumn } from './table-columns.ts';

type Props = { column: TableColumn; row: number };

/** What a column says of a row; of what it does not know, the reason. */
export function CellText({ column: { text, value, why }, row }: Props) {
  return (
    <ValueOrReason value={value(row)} why={why(row)} reach="tap">
      {text(row)}
    </ValueOrReason>
  );
}
