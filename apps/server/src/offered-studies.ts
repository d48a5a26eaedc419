import { offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';

// Alerts watch the studies of the field and describe them in mails; snapshots and screens have figures of them.
offerTechnicalStudies(TECHNICAL_STUDIES);
