/** The task of each job in a sentence, for operators. A test over all jobs of the program keeps the list complete. */
export const JOB_SUMMARIES: Readonly<Record<string, string>> = {
  'accounts.check-payments': 'Compares the stored end of paid access with the payments.',
  'accounts.erase-deleted': 'Erases the personal data of accounts that were deleted 14 days ago.',
  'accounts.remove-expired':
    'Removes expired sessions with their push messages, codes, links and limits.',
  'alerts.call-webhook': 'Calls the webhook of an account for alerts that have fired, in order.',
  'alerts.clear-firings':
    'Removes firings of alerts after a year, and beyond 10,000 of an account.',
  'alerts.end-alerts': 'Ends alerts whose date has come.',
  'alerts.resume-alerts':
    'Pauses and resumes alerts as the rights of their owners change, and keeps accounts within their limits.',
  'alerts.send-mails': 'Mails the alerts of one account that have fired.',
  'alerts.send-pushes':
    'Sends push messages about alerts that have fired to the browsers of an account.',
  'analysis.note-corrections': 'Marks published signals whose bars were corrected since.',
  'analysis.note-recent-corrections':
    'Marks signals of the last days whose bars were corrected since.',
  'analysis.publish-marks': 'Publishes the signals of bars that have closed.',
  'analysis.update-public-record':
    'Computes what followed all published signals, for Home, if the operator shows it.',
  'audit.check-chain':
    'Checks the audit log for changes, and removes entries older than 24 months.',
  'backup.make-backup': 'Writes a backup and removes old ones.',
  'backup.rehearse-restore':
    'Restores the newest backup into another place to prove that it works.',
  'bars.begin-days': 'Reads the first days of instruments that have none.',
  'bars.compare-days': 'Compares the days drawn for tonight with the vendor.',
  'bars.corroborate-quarantined': 'Looks for a second source of quarantined bars.',
  'bars.draw-days': 'Draws the days of each instrument to compare with the vendor.',
  'bars.repair-gaps': 'Finds missing bars and reads them again.',
  'billing.apply-event': 'Applies a notice of a payment provider.',
  'billing.buy-demo-plan': 'Buys the plan of a demo account from the simulated provider.',
  'billing.end-unusable': 'Cancels subscriptions that nobody can use.',
  'billing.read-plans': 'Reads plans and prices from the payment providers.',
  'billing.reconcile': 'Compares all subscriptions and payments with the providers.',
  'billing.send-notices': 'Mails receipts and reminders that are due.',
  'billing.settle-open': 'Asks the providers about payments that are under way.',
  'catalogue.sync-instruments': "Reads the vendors' lists of instruments.",
  'contact.remove-aged': 'Removes contact messages older than 30 days.',
  'errorlog.remove-aged': 'Removes old entries of the error log.',
  'instruments.backfill': 'Reads the missing history of the instruments that wait for it.',
  'instruments.delete-import-files': 'Deletes files that were sent for import and are a day old.',
  'instruments.request-backfills': 'Requests a backfill of every enabled instrument.',
  'instruments.run-import': 'Reads or stores the bars of an imported file.',
  'instruments.rebuild-imported':
    'Builds the longer bars of an imported instrument anew, after its hours have changed.',
  'live.remove-stale-tickets': 'Removes used and expired tickets of streams.',
  'outbox.send-email': 'Sends a mail.',
  'outbox.send-sms': 'Sends a text message.',
  'rule-tests.end-lost': 'Ends tests of trading rules whose job has failed for good.',
  'rule-tests.run-test': 'Tests a trading rule of an account on past bars.',
};
