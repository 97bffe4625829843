import { isMailAddress } from '#core/people/mail-address.ts'

/** A sender: an address, with or without a name. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** The mail server of the installation. */
export interface MailSettings {
  /** With user and password; never shown. */
  readonly url: string
  readonly from: Sender
}

/** Whether a text is the address of a mail server: a scheme of SMTP, a host, at most a port, a user and a password. */
export function isSmtpAddress(value: string): boolean {
  if (!/^smtps?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { hostname, pathname, search, hash } = new URL(value)
  return hostname !== '' && (pathname === '' || pathname === '/') && search === '' && hash === ''
}

/** `heddle@example.com`, or `Heddle <heddle@example.com>`; null for any other text. */
export function senderOf(value: string): Sender | null {
  const [, name = '', bracketed] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(value.trim()) ?? []
  const address = bracketed ?? value.trim()
  return isMailAddress(address) ? { name: name.trim() || 'Heddle', address } : null
}
