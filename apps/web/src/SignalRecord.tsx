import { SignalRecordPage } from './features/signal-record/SignalRecordPage.tsx';
import { SymbolChoice } from './SymbolChoice.tsx';

const RECORDS = ['signalRecord'];

/** The record of signals, with the search of symbols and the paywall over it. */
export function SignalRecord() {
  return (
    <SymbolChoice queryKey={RECORDS}>{(choice) => <SignalRecordPage {...choice} />}</SymbolChoice>
  );
}
