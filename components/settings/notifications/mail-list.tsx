import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { SentMail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
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

/** Mails with their state, and why a mail was not sent. A mail that was given up can be sent again. */
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
              {mail.state === 'failed' && <SendAgain id={mail.id} />}
              {mail.reason && <p className="w-full text-small text-muted wrap-anywhere">{mail.reason}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SendAgain({ id }: { id: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const again = useMutation(
    api.notifications.resend.mutationOptions({
      onSuccess: () => showToast({ tone: 'done', title: notificationTexts.underWayAgain }),
      onError: (error) => showToast({ tone: 'failed', title: apiFailure(error).message }),
      onSettled: () => queryClient.invalidateQueries(api.notifications.pathFilter()),
    }),
  )
  return (
    <Button size="small" icon={<RotateCw />} disabled={again.isPending} onClick={() => again.mutate({ id })}>
      {notificationTexts.sendAgain}
    </Button>
  )
}
