import type { Notes } from './note.ts';

const PHONE_ENDING = 'The last three digits of the number that codes go to.';

/** The endpoints with the id of a user in their path. */
const OF_USERS = Object.fromEntries(
  [
    'approveUser',
    'changePassword',
    'deleteUser',
    'endAllSessions',
    'endSession',
    'getUser',
    'getUserDetails',
    'getUserSeats',
    'listSessions',
    'listUserPayments',
    'rejectUser',
    'restoreUser',
    'sendUserConfirmation',
    'sendUserPasswordReset',
    'setUserAccess',
    'setUserFeedAccess',
    'setUserOverride',
    'setUserPayment',
    'setUserPermission',
    'updateUser',
  ].map((name) => [`${name}.params.id`, 'The id of the user.']),
);

/** Sign-in, accounts, seats, subscriptions and the administration of users. */
export const PEOPLE_NOTES: Notes = {
  endpoints: {
    login:
      'The first step sends address and password and sets a challenge cookie. With `needOtp`, request a code with `sendOtp` or `requestRecovery` and repeat the call with `otpCode` or `recoveryCode`. Success sets the refresh cookie of this device and returns an access token.',
    refreshSession:
      'Every call replaces the refresh cookie. A replaced cookie that is used again later than 30 seconds ends the session.',
    logout:
      'Always answers 204. With `sessionId`, the cookie of another session is left alone, so that a late sign-out does not end the next sign-in.',
    register:
      'Answers 201 for new and for known addresses alike. `409` for an invite that cannot be used any more.',
    forgotPassword:
      'Send either `email` or `username`. The answer is the same for an unknown address.',
    confirmEmail: 'Repeating it changes nothing.',
    resendConfirmation: 'The answer is the same for an unknown address and for a confirmed one.',
    correctPhone:
      '`409` once the account is approved: its owner then changes the number by a code, or an administrator does.',
    sendOtp: 'Without an open sign-in the answer is the same and nothing is sent.',
    requestRecovery: 'Without an open sign-in the answer is the same and nothing is sent.',
    updateUser:
      'Users may change only their own phone number; super admins may change the contact details of others. A new number of one’s own takes effect once its code was entered with `verifyOtp`: `needOtp` is then true.',
    listSessions: 'Super admins may list the sessions of anybody.',
    endSession: 'Super admins may end the sessions of anybody; the owner is notified by mail.',
    endAllSessions: 'Includes the session of the caller.',
    startSubscription:
      'Send the browser to `approve`. Both return addresses must be pages of ours. `409` if the account has a subscription that renews.',
    confirmSubscription:
      '`404` for subscriptions of others. An unapproved subscription is no longer pending after `isCancelled`.',
    cancelSubscription: 'Access lasts to the end of the paid period. `409` if nothing renews.',
    resumeSubscription:
      'Possible while access lasts and the provider keeps the cancelled subscription: see `canResume`. Otherwise `409`.',
    upgradeSubscription:
      'If the buyer has to approve the change at the provider, `approve` is the address of that page; the provider then returns to the given pages of ours, by default to the subscription tab of the account. `409` if nothing renews, or for a plan of another provider.',
    findPaymentMethodPage:
      'The address works for a day at most, so request it only when it is needed.',
    createSeatInvite: 'The link is told once. `409` if no seat is free.',
    revokeSeatInvite: '`409` for an invite that was accepted or has expired.',
    checkSeatInvite: 'Reveals nothing else about the invite.',
    restoreSubUser: '`409` if no seat is free.',
    getUserSeats: 'Null unless the account may share.',
    listUsers:
      'Deleted accounts are listed only by their status. Filters that are absent match everything else.',
    rejectUser: 'Deletes an account that was never approved, and mails the reason to its owner.',
    restoreUser:
      'Sub-users stay suspended, sessions ended and subscriptions cancelled. `404` once the account is erased.',
    sendUserConfirmation: '`409` if the address is confirmed.',
    setUserAccess: 'Revoking access ends the sessions of the user.',
    deleteUser: 'Ends the sessions, shares and subscriptions of the user, and hides the account.',
    setUserPayment: 'Without a payment the day is cleared, even if one is sent.',
    setUserPermission: 'Send exactly one flag.',
    setUserFeedAccess: 'Send exactly one flag.',
  },
  schemas: {
    SignIn: 'Either an access token, or the demand for a code; never both.',
    CodeSent: 'Whether a code was sent, and when the next one can be requested.',
    Account: 'All account data that a user may see.',
    Permissions: 'Rights that an administrator or a plan gives.',
    FeedAccess: 'The vendors whose prices the account may see.',
    Subscription: 'The subscription of a user. Times are ISO 8601 in UTC.',
    Session: 'A session of an account. Times are ISO 8601 in UTC.',
    Plan: 'A plan for sale.',
    Payment: 'A payment with the data of its receipt. Times are ISO 8601 in UTC.',
    Seats: 'The seats of an account.',
    SeatInvite: 'An invite to a seat. Times are ISO 8601 in UTC.',
    SubUser: 'A member of an account; a suspended one holds no seat.',
    ManagedUser: 'An account as super admins see it.',
    UserDetails: 'Data of a person that is not part of the account.',
  },
  fields: {
    'login.body.username': {
      text: 'The email address of the account.',
      example: 'ana@example.com',
    },
    username: { text: 'The email address of the account.', example: 'ana@example.com' },
    email: { text: 'An email address; case does not matter.', example: 'ana@example.com' },
    password: 'The password, 1 to 512 characters.',
    currentPassword: 'The present password.',
    newPassword:
      'The new password: 6 to 128 characters with an uppercase and a lowercase letter, a digit and a special character; common ones are refused.',
    deviceId: {
      text: 'A random id that names the device and proves nothing; keep it for all calls of the device.',
      example: '00000000-0000-4000-8000-00000000c040',
    },
    'AuditEntry.deviceId': 'The device of the actor; null if there is none.',
    deviceInfo: {
      text: 'Browser and operating system in words, shown in the list of sessions.',
      example: 'Firefox on Linux',
    },
    otpCode: {
      text: 'The code from the SMS: six letters or digits, in any case.',
      example: 'A1B2C3',
    },
    recoveryCode: 'The code from the email: six letters or digits, in any case.',
    'verifyOtp.body.code': 'The code that was sent to the new number: six letters or digits.',
    accessToken: 'A bearer token for 600 seconds; absent if a code is needed.',
    'refreshSession.response.accessToken': 'A bearer token for 600 seconds.',
    'SignIn.needOtp': 'True if the sign-in must be repeated with a code.',
    'updateUser.response.needOtp': 'True if the new number takes effect once its code was entered.',
    hard: 'True to end every session of the device, false to end only this access token; true by default.',
    'logout.body.sessionId': 'The session to end; the one of the cookie if absent.',
    'endSession.params.sessionId': 'The `_id` of the session.',
    firstName: { text: 'The first name.', example: 'Ana' },
    lastName: { text: 'The last name.', example: 'Botha' },
    tradingViewUsername: 'The name of the person at TradingView; null if there is none.',
    dateOfBirth: { text: 'The date of birth as `YYYY-MM-DD`.', example: '1990-01-31' },
    gender: 'The gender as registered.',
    userType:
      'The type of the account: `commercial` accounts can have seats, `retail` ones subscribe.',
    'listUsers.query.userType': 'Only accounts of this type.',
    phone: {
      text: 'The phone number, in the notation of `phoneCountry` or with its country code.',
      example: '082 123 4567',
    },
    phoneCountry: { text: 'The two-letter code of the country of the number.', example: 'ZA' },
    invite: 'The token of an invite to a seat; null or absent without one.',
    isPending: 'True if the account awaits its approval.',
    'forgotPassword.body.username': 'The same as `email`, for older clients.',
    'resetPassword.body.token': 'The token of the mailed link.',
    'confirmEmail.body.token': 'The token of the mailed link.',
    'confirmEmail.response.isApproved': 'True if the account is approved and can sign in.',
    'response.message': 'The outcome in words, for people.',
    cooldownSeconds: 'Seconds until another one can be sent.',
    phoneEnding: PHONE_ENDING,
    'CodeSent.phoneEnding':
      'The last three digits of the number; present only after the right password.',
    isSent: 'False if the previous code was sent too recently.',
    hasCode:
      'True if a code has been sent that can be entered here; false if the previous one was for another sign-in.',
    codeWasFor:
      'The use of a code that was sent a moment ago and cannot be entered here: an earlier sign-in of this device, one of another device, or the change of a number.',
    nextAvailableAt:
      'The moment at which the next code can be requested, in milliseconds since 1970 UTC.',
    phoneE164: {
      text: 'The phone number in E.164; null if there is none.',
      example: '+27821234567',
    },
    'verifyOtp.response.phoneE164': {
      text: 'The confirmed number in E.164.',
      example: '+27821234567',
    },

    _id: 'The id.',
    ...OF_USERS,
    'revokeSeatInvite.params.id': 'The `_id` of the invite.',
    'revokeSubUser.params.id': 'The `_id` of the sub-user.',
    'restoreSubUser.params.id': 'The `_id` of the sub-user.',
    isSuperAdmin: 'True for an administrator of everything.',
    permissions: 'The rights beyond the sources of prices.',
    isDetailedSummaryAllowed: 'True if the account may read the detailed summary.',
    isSuffixAllowed:
      'True if the account may see international listings, whose codes have an exchange suffix such as `NPN.JO`.',
    feedAccess: 'The vendors whose prices the account may see.',
    isBVGAllowed: 'True for the prices of the BVG.',
    isFMPAllowed: 'True for the prices of FMP.',
    isBitfinexAllowed: 'True for the prices of Bitfinex.',
    isTiingoAllowed: 'True for the prices of Tiingo.',
    isApproved: 'True if an administrator has approved the account.',
    'approveUser.body.isApproved': 'True to approve, the default; false to take the approval back.',
    isEmailConfirmed: 'True once the link in the first email was used.',
    accessRevoked: 'True if an administrator has revoked the access.',
    isSubUser: 'True for a member of another account.',
    parentUserId: 'The main account of a sub-user; null otherwise.',
    parentHasPaid: 'True if the main account has paid; null without a main account.',
    parentPaymentValidUntil:
      'The day after the last day that the main account has paid for, as `YYYY-MM-DD`; null if there is none.',
    hasPaid: 'True if a payment is recorded for the account.',
    paymentValidUntil: {
      text: 'The day after the last day paid for, as `YYYY-MM-DD`; null if there is none.',
      example: '2027-01-01',
    },
    'setUserPayment.body.paymentValidUntil': {
      text: 'The day after the last day paid for, as `YYYY-MM-DD`; required with `hasPaid`.',
      example: '2027-01-01',
    },
    paymentDetails: 'A note of an administrator about the payment.',
    hasSubscriptionOverride: 'True if a retail account has access without a subscription.',
    subscription: 'The subscription; null without one.',

    'Session.deviceInfo': 'Browser and operating system in words.',
    'Session.address': 'The IP address of the last use.',
    signedInAt: 'The time of the sign-in.',
    lastUsedAt: 'The time of the last use.',
    isCurrent: 'True for the session of the caller.',
    ended: 'The number of sessions that were ended.',

    displayName: 'The name of the plan.',
    plan: 'The period of the plan.',
    isActive: 'True while it gives access.',
    isInTrial: 'True during the trial.',
    trialEnds: 'The end of the trial; null without one.',
    isProcessing: 'True while the provider has not confirmed it.',
    isPastDue: 'True if a payment has failed and the provider retries it.',
    isPaused: 'True if the provider has paused it and the paid period is over.',
    hasUsedTrial: 'True if the person has had a trial, so that there is no second one.',
    provider: 'The payment provider.',
    startDate: 'The start of the subscription; null before it began.',
    endDate: 'The end of access; null while the subscription renews.',
    renewsAt:
      'The next renewal; null if there is none. A subscription whose payment was refunded has one, too, but is not active until then.',
    'Subscription.amount':
      'The price of a period in `currency`, charged at each renewal; null while it is not known.',
    currency: { text: 'The ISO 4217 code of the currency.', example: 'USD' },
    canResume: 'True if the cancellation can be taken back.',
    'Subscription.permissions': 'The rights that come with the plan while it is active.',
    paypalStatus: 'The status at PayPal; null without one.',
    lemonStatus: 'The status at Lemon Squeezy; null without one.',

    'listPlans.response.data': 'The plans, cheapest first.',
    planId: 'The id of the plan.',
    'Plan.name': 'The name of the plan.',
    'Plan.description': 'The plan in a sentence.',
    billingInterval: 'The period of the plan.',
    'Plan.amount': { text: 'The price of a period in USD.', example: 29.99 },
    hasTrial: 'True if the plan begins with a trial.',
    trialDays: 'The length of the trial in days; null without one.',
    'Plan.permissions': 'The rights that come with the plan.',
    plan_id: 'The `planId` of the plan.',
    'startSubscription.body.interval': 'The period of the plan.',
    return_url: 'The page of ours to which the provider returns after approval.',
    cancel_url: 'The page of ours to which the provider returns after cancellation.',
    approve:
      'The page of the provider on which the buyer approves; null if nothing has to be approved.',
    subscription_id: 'The id of the subscription from the return address.',
    'confirmSubscription.body.isCancelled': 'True if the buyer came back by the cancel address.',
    isRefused:
      'True if the provider has refused the first payment: the subscription begins only if the provider repeats it.',
    subscriptionId: 'The `planId` of the new plan.',
    'findPaymentMethodPage.response.url':
      'The page of the provider; null if nothing renews or the provider has no such page.',
    payments: 'The payments, newest first.',
    receiptNumber: 'The number of the receipt, without gaps.',
    planName: 'The name of the plan.',
    'Payment.amount': { text: 'The amount in `currency`.', example: 29.99 },
    'Payment.status': 'The state of the payment.',
    paidAt: 'The time of the payment.',
    paidThrough: 'The end of the period that it pays for.',
    providerReference: 'The number of the payment at the provider.',
    received: 'Always true.',

    createdAt: 'The time of creation, ISO 8601 in UTC.',
    'SeatInvite.expiresAt': 'The end of the invite.',
    'createSeatInvite.response.expiresAt': 'The end of the invite, ISO 8601 in UTC.',
    'SeatInvite.status': 'The state of the invite at this moment.',
    'createSeatInvite.response.status': 'The state of the invite.',
    'createSeatInvite.response.url': 'The link for the invited person, told only here.',
    'checkSeatInvite.query.token': 'The token of the invite link.',
    isUsable: 'True if a person can register with it.',
    'Seats.maxSeats': 'The number of seats allowed.',
    seatsPending: 'Seats promised by pending invites.',
    seatsUsed: 'Seats that members hold.',
    seatSuspendedByParent: 'True if the main account has suspended the member.',
    'getUserSeats.response.summary': 'The numbers of seats.',
    invites: 'The invites, newest first.',
    subUsers: 'The members by name.',

    'ManagedUser.status':
      'The state of the account; deleted ones can be restored until they are erased.',
    payment: 'Paid access: `active` has it now, `lapsed` had it once, `none` never did.',
    validUntil:
      'The last day of a noted payment, or the day on which a subscription ends or renews, as `YYYY-MM-DD`; null if there is none.',
    'ManagedUser.maxSeats':
      'The seats of a commercial account that may share; null for the default number.',
    'updateUser.body.maxSeats': 'The number of seats, for super admins only.',
    isSeatSuspended: 'True if the main account suspended the sub-user or has itself lost access.',
    parentName: 'First and last name of the main user of a sub-user; null otherwise.',
    revision:
      'Increases with every change that administrators see; a change names the one it is based on.',
    'body.revision':
      'The `revision` of the record that the editor saw; a later change by somebody else is then refused with `RECORD_CHANGED`. Without it, the change applies to the present state.',
    revokedReason: 'The reason of a revocation in force; null without one.',
    deletedAt: 'The time of deletion, ISO 8601 in UTC; null unless deleted.',
    'listUsers.query.search':
      'Words that name, address and phone number must contain together; neither case nor accents matter. Numbers may have blanks and the national zero.',
    'listUsers.query.status': 'Only accounts in this state.',
    'listUsers.query.payment': 'Only accounts with this paid access.',
    sort: 'The order; `attention` lists accounts that await approval first, then the newest.',
    direction: 'The direction of the order.',
    skip: 'The number of accounts before the first page; ignored with a cursor.',
    'listUsers.response.total': 'The number of matches; null on every page but the first.',
    'body.reason': 'The reason in words, at most 500 characters.',
    emailConfirmedAt: 'The time at which the address was confirmed; null if it is not.',
    lastActiveAt: 'The last use of any session; null if there was none.',
    'UserDetails.dateOfBirth': 'The date of birth as `YYYY-MM-DD`; null if it is not known.',
    'UserDetails.gender': 'The gender as registered; null if it is not known.',
    'UserDetails.layouts': 'The number of stored chart layouts.',
  },
};
