import { z } from 'zod'
import { isMailAddress, MAIL_ADDRESS_CHARACTERS } from '#core/people/mail-address.ts'

/** A mail address of a request: one mailbox, without a name. */
export const mailAddress = z
  .string()
  .trim()
  .max(MAIL_ADDRESS_CHARACTERS)
  .refine(isMailAddress, 'Must be one mail address, such as ana@example.com.')
