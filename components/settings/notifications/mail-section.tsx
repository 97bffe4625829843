'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { useHydrated } from '#components/ui/pacing/use-hydrated.ts'
import { SettingsSection } from '../settings-section.tsx'
import { notificationTexts } from '../texts/notifications.ts'
import { MailForm } from './mail-form.tsx'
import { MailList } from './mail-list.tsx'

const lookEveryMs = 5_000

/** The person's choices about mail, and what became of the last mails. */
export function MailSection() {
  const api = useApi()
  const { data, error, refetch } = useQuery(
    api.notifications.get.queryOptions(undefined, {
      // A mail appears when an engine has put it together, some seconds after it was asked for.
      refetchInterval: ({ state }) => (state.data?.sendsMail ? lookEveryMs : false),
    }),
  )
  const isHydrated = useHydrated()
  return (
    <SettingsSection id="mail" title={notificationTexts.mailAboutTasks} about={notificationTexts.whatItIs}>
      {!isHydrated || data === undefined ? (
        error ? (
          <FailureState error={error} onRetry={() => refetch()} isOfList />
        ) : (
          <Skeleton className="h-60" />
        )
      ) : (
        <>
          {!data.sendsMail && <Callout tone="idle">{notificationTexts.noMailServer}</Callout>}
          {data.mine === null ? (
            <p className="text-muted">{notificationTexts.notInDirectory}</p>
          ) : (
            <>
              <MailForm key={JSON.stringify(data.mine)} saved={data.mine} sendsMail={data.sendsMail} />
              <MailList
                title={notificationTexts.lastMails}
                about={notificationTexts.lastMailsOnes}
                nothing={notificationTexts.noMails}
                mails={data.mails}
              />
            </>
          )}
        </>
      )}
    </SettingsSection>
  )
}
