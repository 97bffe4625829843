const domain = '@account.invalid'

/** What stands for the address of an account whose provider vouches for none: addresses are unique, and this is nobody's. */
export const addressOf = (userId: string): string => `${userId}${domain}`

/** Whether an account has an address of its own, to be shown and written to. */
export const hasAddress = (email: string): boolean => !email.endsWith(domain)
