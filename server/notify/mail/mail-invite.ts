import { randomUUID } from 'node:crypto'
import type { MailSettings } from '#server/mail-settings.ts'
import { htmlOfParts, instantIn, type MailParts, oneLine, textOfParts } from './mail-layout.ts'
import { mailTexts } from './mail-texts.ts'
import { createMailer, messageIdDomain } from './mailer.ts'

/** An invitation as its mail tells of it. */
export interface InvitedByMail {
  readonly email: string
  /** The token of the link. It is in the mail alone: nothing stores it. */
  readonly token: string
  readonly expiresAt: string
  readonly invitedBy: string
  /** The name of the owner. */
  readonly owner: string
}

/** Sends the link of an invitation. Returns whether the mail server has taken it; an error goes to the operator. */
export type InviteMailer = (invited: InvitedByMail) => Promise<boolean>

/**
 * Mails of invitations go out at once and once: the outbox would keep their tokens. Who invites sees the link anyway, and
 * whether the mail has gone.
 */
export function createInviteMailer(
  settings: MailSettings,
  publicUrl: string,
  onError: (error: unknown) => void,
): InviteMailer {
  const mailer = createMailer(settings)
  return async ({ email, token, expiresAt, invitedBy, owner }) => {
    const lead = mailTexts.invited(oneLine(invitedBy), oneLine(owner))
    const parts: MailParts = {
      hello: null,
      lead,
      cards: [
        {
          title: mailTexts.join(oneLine(owner)),
          facts: [mailTexts.inviteEnds(instantIn(new Date(expiresAt), 'UTC'))],
          instructions: null,
          link: mailTexts.acceptInvite,
          // Behind `#`, so that no server writes the token into a log.
          url: `${publicUrl}/invite#t=${token}`,
        },
      ],
      more: null,
      footer: mailTexts.inviteFooter,
      settings: null,
    }
    try {
      await mailer.send({
        messageId: `heddle-${randomUUID()}@${messageIdDomain(settings)}`,
        to: { name: '', address: email },
        subject: mailTexts.inviteSubject(oneLine(owner)),
        text: textOfParts(parts),
        html: htmlOfParts(parts),
        settingsUrl: null,
      })
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }
}
