/** The longest address that SMTP carries (RFC 5321), in characters. */
export const MAIL_ADDRESS_CHARACTERS = 254

const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

/**
 * An address for mail: one mailbox, without a name, quotes or comments. Everything that a mail header or an SMTP command
 * could read as more than one address is refused.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > MAIL_ADDRESS_CHARACTERS) return false
  const at = text.lastIndexOf('@')
  const mailbox = text.slice(0, at)
  return at > 0 && mailbox.length <= 64 && local.test(mailbox) && domain.test(text.slice(at + 1))
}
