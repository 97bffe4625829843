'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMe } from '#components/people/use-people.ts'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { Tick } from '#components/settings/tick.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { memberTexts } from '../texts/members.ts'
import { failureText, useReloadMembers } from './use-members.ts'

/** The setting that a version needs a second person. It is not shown in local mode, which has one person. */
export function PublishReviewSection() {
  const api = useApi()
  const reload = useReloadMembers()
  const isLogin = useMe()?.mode === 'login'
  const { data } = useQuery(api.members.publishReview.queryOptions(undefined, { enabled: isLogin }))
  const demand = useMutation(api.members.demandPublishReview.mutationOptions({ onSettled: reload }))
  if (!data) return null
  const failure = failureText(demand.error)
  return (
    <SettingsSection id="publish-review" title={memberTexts.publishReview} about={memberTexts.publishReviewAbout}>
      <div className="grid gap-3">
        {failure && (
          <Callout tone="failed" alert>
            {failure}
          </Callout>
        )}
        <Tick
          label={memberTexts.demandPublishReview}
          checked={data.isDemanded}
          disabled={demand.isPending}
          onChange={(isDemanded) => demand.mutate({ isDemanded })}
        />
      </div>
    </SettingsSection>
  )
}
