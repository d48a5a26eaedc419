import {
  AppError,
  type correctPhone as correctPhoneEndpoint,
  type RequestOf,
} from '@moneytrail/contract';
import { auditContext, type Call } from '../account-services.ts';
import { failClosed, limitKey, TOO_MANY, takeAlone } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { phoneChangedMail } from '../messages/messages.ts';
import { changeUser, findUser } from '../profile/user-store.ts';
import { provePassword } from '../sign-in/sign-in.ts';
import { phoneEndingOf, phoneInE164 } from './new-user.ts';

type Correction = RequestOf<typeof correctPhoneEndpoint>['body'];

const APPROVED =
  'Your account is approved: sign in and change the number there, or contact us if codes do not reach you.';
const CLOSED = 'Your access has been revoked. Please contact us.';

/**
 * Replaces the number of an account that awaits approval, by its password alone: no code can reach a wrong number. After
 * the approval a number guards the account, so it is refused. The account's address is told; the former number, which may
 * be a stranger's, is not. An unchanged number changes nothing.
 */
export function correctPhone(call: Call, request: Correction): Promise<{ phoneEnding: string }> {
  return failClosed(async () => {
    const phone = phoneInE164(request.phone, request.phoneCountry);
    const proven = await provePassword(call, request, null);
    const key = limitKey(call.keys.limits, 'phone-correction', proven.id);
    const asks = [{ key, windows: [call.limits.phoneCorrections] }];
    const { isAllowed } = await takeAlone(call.db, asks, call.clock.now());
    if (!isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
    await call.db.transaction().execute(async (trx) => {
      // An approval or a new password may have come in between.
      const user = await findUser(trx, proven.id, 'for update');
      if (!user || user.access_revoked || user.password_hash !== proven.password_hash) {
        throw new AppError('ACCESS_REVOKED', CLOSED);
      }
      if (user.is_approved) throw new AppError('CONFLICT', APPROVED);
      if (user.phone_e164 === phone) return;
      const { phoneCountry } = request;
      await changeUser(trx, user.id, { phone_e164: phone, phone_country: phoneCountry });
      await sendNotice(call, trx, phoneChangedMail(user));
      const entry = { action: 'account.phone-corrected', actorId: user.id, subjectId: user.id };
      await call.audit.append(trx, { ...entry, ...auditContext(call, request.deviceId) });
    });
    return { phoneEnding: phoneEndingOf(phone) };
  });
}
