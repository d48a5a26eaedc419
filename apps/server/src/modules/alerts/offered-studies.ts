import { offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';

// Alerts watch the studies of the field too, and describe them in mails.
offerTechnicalStudies(TECHNICAL_STUDIES);
