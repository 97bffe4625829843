import type { ReactNode } from 'react'
import type { SentMail } from '#components/api/models.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { notificationTexts } from '../texts/notifications.ts'

export interface MailListProps {
  title?: string
  about?: string
  nothing: string
  mails: readonly SentMail[]
  /** The receiver of a mail, in lists of other people's mails. */
  receiverOf?(mail: SentMail): ReactNode
}

const kindOf = ({ kind }: SentMail) => (kind === 'test' ? notificationTexts.testMail : notificationTexts.tasksMail)

/** Mails with their state, and why a mail was not sent. */
export function MailList({ title, about, nothing, mails, receiverOf }: MailListProps) {
  return (
    <div className="grid gap-1.5">
      {title && <h3 className="text-label text-muted">{title}</h3>}
      {about && mails.length > 0 && <p className="text-small text-muted">{about}</p>}
      {mails.length === 0 ? (
        <p className="text-muted">{nothing}</p>
      ) : (
        <ul className="divide-y rounded-m border bg-surface">
          {mails.map((mail) => (
            <li key={mail.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2">
              <span className={classNames('w-24 font-medium', mail.state === 'failed' && 'text-failed')}>
                {notificationTexts.states[mail.state]}
              </span>
              <span>{receiverOf?.(mail) ?? kindOf(mail)}</span>
              <Instant at={mail.createdAt} className="ml-auto text-small text-muted" />
              {mail.reason && <p className="w-full text-small text-muted wrap-anywhere">{mail.reason}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
