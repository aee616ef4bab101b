import { type RawBuilder, sql } from 'kysely';

/**
 * Tells whether the account of a row of `users` has the second factor that an administrator requires of it; null where none is
 * required. It is read with the session, so that another rule counts at the next call on every server. Accounts of the demo
 * cannot set one up. The second table is looked at only where the rule covers the account.
 */
export const requiredFactor: RawBuilder<'set_up' | 'missing' | null> = sql`
  case
    when users.demo_until is null
      and (select value from settings where name = 'two_factor_required')
        in ('"everyone"', case users.role when 'admin' then '"admins"' end)
    then case
      when exists (select 1 from two_factor where user_id = users.id and confirmed_at is not null) then 'set_up'
      else 'missing'
    end
  end`;
