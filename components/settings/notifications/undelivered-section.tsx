'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { SettingsSection } from '../settings-section.tsx'
import { notificationTexts } from '../texts/notifications.ts'
import { MailList } from './mail-list.tsx'

/** The mails that were given up, for administrators. */
export function UndeliveredSection() {
  const isAdmin = useMay('member.admin')
  return isAdmin ? <Undelivered /> : null
}

function Undelivered() {
  const api = useApi()
  const { data } = useQuery(api.notifications.outbox.queryOptions())
  if (!data) return null
  const receivers = new Map(data.failed.map(({ id, personId }) => [id, personId]))
  return (
    <SettingsSection id="undelivered" title={notificationTexts.undelivered} about={notificationTexts.undeliveredOnes}>
      {data.waiting > 0 && <p className="text-muted">{notificationTexts.waiting(data.waiting)}</p>}
      <MailList
        nothing={notificationTexts.noneFailed}
        mails={data.failed}
        receiverOf={({ id }) => <code className="font-mono text-code">{receivers.get(id)}</code>}
      />
    </SettingsSection>
  )
}
