import { offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';

// Alerts watch the studies of the field and describe them in mails; snapshots have figures of some.
offerTechnicalStudies(TECHNICAL_STUDIES);
