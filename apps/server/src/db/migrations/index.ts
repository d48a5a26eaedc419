import type { Migration } from 'kysely/migration';
import { instrumentsAndBars } from './0001-instruments-and-bars.ts';
import { live } from './0010-live.ts';
import { marks } from './0011-marks.ts';
import { accounts } from './0020-accounts.ts';
import { audit } from './0021-audit.ts';
import { outbox as demoMailbox } from './0022-outbox.ts';
import { demoAnchor } from './0030-demo-anchor.ts';
import { quarantineStates } from './0031-held-bars.ts';
import { barImports } from './0032-bar-imports.ts';
import { barChecks } from './0033-bar-checks.ts';
import { jobs } from './0034-jobs.ts';
import { feedAdmission } from './0035-feed-admission.ts';
import { fencingAndStreamSlots } from './0036-fencing-and-stream-slots.ts';
import { outbox } from './0037-outbox.ts';
import { instrumentSyncs } from './0038-instrument-syncs.ts';
import { rejectedBars } from './0040-rejected-bars.ts';
import { barSources } from './0041-bar-sources.ts';
import { emailConfirmation } from './0042-email-confirmation.ts';
import { auditHead } from './0043-audit-head.ts';
import { accessChanges } from './0044-access-changes.ts';
import { accountConstraints } from './0045-account-constraints.ts';
import { beginningsAnew } from './0046-beginnings-anew.ts';
import { demoPayments } from './0050-demo-payments.ts';
import { seats } from './0051-seats.ts';
import { billing } from './0052-billing.ts';
import { pastDue } from './0053-past-due.ts';
import { paidPeriods } from './0054-paid-periods.ts';
import { marketConstraints } from './0055-market-constraints.ts';
import { refusals } from './0056-refusals.ts';
import { paused } from './0057-paused.ts';
import { endTried } from './0058-end-tried.ts';
import { mendedPayments } from './0059-mended-payments.ts';
import { userLists } from './0060-user-lists.ts';
import { instrumentLists } from './0065-instrument-lists.ts';
import { backfillRuns } from './0066-backfill-runs.ts';
import { listedBySimulator } from './0067-listed-by-simulator.ts';
import { quarantineReasons } from './0068-quarantine-reasons.ts';
import { errorLog } from './0070-error-log.ts';
import { auditChecks } from './0071-audit-checks.ts';
import { contactMessages } from './0072-contact-messages.ts';
import { erasure } from './0073-erasure.ts';
import { userPayments } from './0074-user-payments.ts';
import { layouts } from './0080-layouts.ts';
import { layoutSteps } from './0081-layout-steps.ts';
import { remainingConstraints } from './0082-remaining-constraints.ts';
import { keptLayoutVersions } from './0083-kept-layout-versions.ts';
import { planPrices } from './0084-plan-prices.ts';
import { knownUntil } from './0085-known-until.ts';
import { revisions } from './0086-revisions.ts';
import { paidDays } from './0087-paid-days.ts';
import { peopleSearch } from './0088-people-search.ts';
import { messageStates } from './0089-message-states.ts';
import { acceptedBars } from './0090-accepted-bars.ts';
import { reachedLimits } from './0091-reached-limits.ts';
import { importedInstruments } from './0093-imported-instruments.ts';
import { importFiles } from './0094-import-files.ts';
import { usedInvites } from './0095-used-invites.ts';
import { disputeNotices } from './0099-dispute-notices.ts';
import { demoMailHtml } from './0102-demo-mail-html.ts';
import { apiKeys } from './0110-api-keys.ts';
import { chartSpaces } from './0111-chart-spaces.ts';
import { importedLengths } from './0112-imported-lengths.ts';
import { ingestGroups } from './0113-ingest-groups.ts';
import { watchlists } from './0130-watchlists.ts';
import { alerts } from './0140-alerts.ts';
import { listAlerts } from './0160-list-alerts.ts';
import { pushSessions } from './0161-push-sessions.ts';
import { journalNotes } from './0162-journal-notes.ts';
import { screens } from './0163-screens.ts';
import { chartKeys } from './0164-chart-keys.ts';
import { ruleTests } from './0165-rule-tests.ts';
import { screenAlerts } from './0167-screen-alerts.ts';

import { publicRecord } from './0168-public-record.ts';

import { studyFigures } from './0170-study-figures.ts';
import { longShortChange } from './0171-long-short-change.ts';

/** Every migration by its name, which also orders them: forward only, never edited once released. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-instruments-and-bars': instrumentsAndBars,
  '0010-live': live,
  '0011-marks': marks,
  '0020-accounts': accounts,
  '0021-audit': audit,
  '0022-outbox': demoMailbox,
  '0030-demo-anchor': demoAnchor,
  '0031-held-bars': quarantineStates,
  '0032-bar-imports': barImports,
  '0033-bar-checks': barChecks,
  '0034-jobs': jobs,
  '0035-feed-admission': feedAdmission,
  '0036-fencing-and-stream-slots': fencingAndStreamSlots,
  '0037-outbox': outbox,
  '0038-instrument-syncs': instrumentSyncs,
  '0040-rejected-bars': rejectedBars,
  '0041-bar-sources': barSources,
  '0042-email-confirmation': emailConfirmation,
  '0043-audit-head': auditHead,
  '0044-access-changes': accessChanges,
  '0045-account-constraints': accountConstraints,
  '0046-beginnings-anew': beginningsAnew,
  '0050-demo-payments': demoPayments,
  '0051-seats': seats,
  '0052-billing': billing,
  '0053-past-due': pastDue,
  '0054-paid-periods': paidPeriods,
  '0055-market-constraints': marketConstraints,
  '0056-refusals': refusals,
  '0057-paused': paused,
  '0058-end-tried': endTried,
  '0059-mended-payments': mendedPayments,
  '0060-user-lists': userLists,
  '0065-instrument-lists': instrumentLists,
  '0066-backfill-runs': backfillRuns,
  '0067-listed-by-simulator': listedBySimulator,
  '0068-quarantine-reasons': quarantineReasons,
  '0070-error-log': errorLog,
  '0071-audit-checks': auditChecks,
  '0072-contact-messages': contactMessages,
  '0073-erasure': erasure,
  '0074-user-payments': userPayments,
  '0080-layouts': layouts,
  '0081-layout-steps': layoutSteps,
  '0082-remaining-constraints': remainingConstraints,
  '0083-kept-layout-versions': keptLayoutVersions,
  '0084-plan-prices': planPrices,
  '0085-known-until': knownUntil,
  '0086-revisions': revisions,
  '0087-paid-days': paidDays,
  '0088-people-search': peopleSearch,
  '0089-message-states': messageStates,
  '0090-accepted-bars': acceptedBars,
  '0091-reached-limits': reachedLimits,
  '0093-imported-instruments': importedInstruments,
  '0094-import-files': importFiles,
  '0095-used-invites': usedInvites,
  '0099-dispute-notices': disputeNotices,
  '0102-demo-mail-html': demoMailHtml,
  '0110-api-keys': apiKeys,
  '0111-chart-spaces': chartSpaces,
  '0112-imported-lengths': importedLengths,
  '0113-ingest-groups': ingestGroups,
  '0130-watchlists': watchlists,
  '0140-alerts': alerts,
  '0160-list-alerts': listAlerts,
  '0161-push-sessions': pushSessions,
  '0162-journal-notes': journalNotes,
  '0163-screens': screens,
  '0164-chart-keys': chartKeys,
  '0165-rule-tests': ruleTests,
  '0167-screen-alerts': screenAlerts,
  '0168-public-record': publicRecord,
  '0170-study-figures': studyFigures,
  '0171-long-short-change': longShortChange,
};
