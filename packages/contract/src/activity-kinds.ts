/** What is written down, by group. */
export const activityKinds = {
  session: [
    'session.signed_in',
    'session.failed',
    'session.two_factor_failed',
    'session.recovery_code_used',
    'session.signed_out',
    'session.ended',
  ],
  account: [
    'account.registered',
    'account.invitation_accepted',
    'account.password_changed',
    'account.password_reset',
    'account.reset_requested',
    'account.email_changed',
    'account.two_factor_on',
    'account.two_factor_off',
    'account.recovery_codes_renewed',
    'account.token_created',
    'account.token_revoked',
  ],
  admin: [
    'user.created',
    'user.changed',
    'user.role_changed',
    'user.suspended',
    'user.reactivated',
    'user.restricted',
    'user.capacity_changed',
    'user.reset_sent',
    'user.sessions_ended',
    'user.two_factor_reset',
    'user.deletion_begun',
    'user.deleted',
    'settings.changed',
    'caches.cleared',
    'job.retried',
    'job.dismissed',
  ],
} as const;
export type ActivityGroup = keyof typeof activityKinds;
export type ActivityKind = (typeof activityKinds)[ActivityGroup][number];
