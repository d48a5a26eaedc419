import * as z from 'zod/mini';
import * as contract from '../index.ts';

/** The schema of a field, without what makes it optional, nullable or a list. */
function fieldOf(schema: z.core.$ZodType, ...path: string[]): z.core.$ZodType {
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    return fieldOf(schema.def.innerType, ...path);
  }
  if (schema instanceof z.ZodMiniArray) return fieldOf(schema.def.element, ...path);
  const [field, ...rest] = path;
  if (field === undefined) return schema;
  const found = schema instanceof z.ZodMiniObject ? schema.shape[field] : undefined;
  if (!found) throw new Error(`There is no field ${field}.`);
  return fieldOf(found, ...rest);
}

/** Schemas that the documents of the API name, so that each is described once. */
const NAMED: Readonly<Record<string, z.core.$ZodType>> = {
  Failure: contract.errorBody,
  HistoryFailure: contract.historyError,
  Bar: contract.bar,
  LiveBar: contract.streamMessage.def.options[0].shape.bar.def.innerType,
  ClosedBar: contract.streamMessage.def.options[0].shape.closed.def.innerType,
  Quote: contract.quote,
  SymbolQuote: contract.symbolQuote,
  SymbolRow: contract.flatSymbol,
  Exchange: contract.exchangeEntry,
  SymbolInfo: contract.symbolInfo,
  History: contract.historyAnswer,
  Mark: contract.mark,
  Summary: contract.summary,
  Level: contract.summary.shape.longTermSupport,
  Figure: contract.summary.shape.longTermTightness,
  SignalInstrument: contract.signalInstrument,
  PriceSignal: contract.priceSignal,
  SideRecord: contract.sideRecord,
  SignalHorizon: contract.signalHorizon,
  SignalRecord: contract.signalRecord,
  HorizonOutcomes: contract.horizonOutcomes,
  OutcomeFigures: contract.outcomeFigures,
  RecordedMark: contract.recordedMark,
  RuleTest: contract.ruleTest,
  TradingRule: contract.tradingRule,
  RuleEntry: contract.ruleEntry,
  RuleResult: contract.ruleResult,
  RuleFigures: contract.ruleFigures,
  RuleComparison: contract.ruleComparison,
  TestedInstrument: contract.testedInstrument,
  RuleTrade: contract.ruleTrade,
  Layout: contract.layout,
  LayoutHead: contract.layoutHead,
  LayoutVersion: contract.layoutVersionHead,
  Alert: contract.alert,
  AlertFigure: contract.alertFigure,
  AlertFiring: contract.alertFiring,
  AlertDelivery: contract.alertDelivery,
  Webhook: contract.webhook,
  WebhookAttempt: contract.webhookAttempt,
  NewWebhook: contract.createWebhook.response,
  Watchlist: contract.watchlist,
  WatchlistEntry: contract.watchlistEntry,
  Snapshot: contract.snapshot,
  WatchRow: contract.watchRow,
  ScreenQuestion: contract.screenQuestion,
  ScreenCondition: contract.screenCondition,
  ScreenRow: contract.screenRow,
  SavedScreen: contract.savedScreen,
  Note: contract.note,
  SymbolOverview: contract.symbolOverview,
  DatedPrice: fieldOf(contract.symbolOverview, 'before', 'week'),
  Permissions: contract.permissions,
  FeedAccess: contract.currentUser.shape.feedAccess,
  Subscription: contract.subscription,
  Account: contract.account,
  Session: contract.sessionEntry,
  CodeSent: contract.codeSent,
  SignIn: contract.loginAnswer,
  ApiKey: contract.apiKey,
  NewSecret: contract.createApiKey.response,
  Plan: contract.plan,
  Payment: contract.payment,
  Seats: contract.seatSummary,
  SeatInvite: contract.seatInvite,
  SubUser: contract.subUser,
  ManagedUser: contract.managedUser,
  UserDetails: contract.userDetails,
  AuditEntry: contract.auditEntry,
  AuditCheck: contract.checkAudit.response,
  ErrorEntry: contract.errorEntry,
  ContactMessage: contract.setContactMessageState.response,
  DemoMessage: contract.demoMessage,
  Backfill: contract.startBackfill.response,
  CoverageDay: fieldOf(contract.getCoverage.response, 'days'),
  QuarantinedBar: fieldOf(contract.listQuarantinedBars.response, 'entries'),
  QuarantineDecision: fieldOf(contract.acceptQuarantinedBar.body ?? z.never()),
  QuarantineEvidence: contract.getQuarantineEvidence.response,
  ImportRequest: contract.importRequest,
  ImportState: contract.getImport.response,
  ImportOutcome: fieldOf(contract.getImport.response, 'outcome'),
  ExchangeInstruments: contract.updateFmpSymbols.response,
  EnabledInstrument: fieldOf(contract.updateFmpSymbols.response, 'enabled'),
  AvailableSymbol: fieldOf(contract.searchFmpSymbols.response, 'symbols'),
  BvgContract: fieldOf(contract.listBvgInstruments.response, 'instruments'),
  JobQueue: fieldOf(contract.listJobs.response, 'queues'),
  RunningJob: fieldOf(contract.listJobs.response, 'running'),
  FailedJob: fieldOf(contract.listJobs.response, 'failed'),
  UnsentMessage: fieldOf(contract.listJobs.response, 'messages'),
};

/** The names as zod's `toJSONSchema` reads them. */
export const SCHEMA_NAMES = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) SCHEMA_NAMES.add(schema, { id });
