'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMe } from '#components/people/use-people.ts'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { Tick } from '#components/settings/tick.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { memberTexts } from '../texts/members.ts'
import { failureText, useReloadMembers } from './use-members.ts'

/** The setting that every member needs a second factor. It is not shown in local mode, where nobody logs in. */
export function SecondFactorDemandSection() {
  const api = useApi()
  const reload = useReloadMembers()
  const isLogin = useMe()?.mode === 'login'
  const { data } = useQuery(api.members.secondFactor.queryOptions(undefined, { enabled: isLogin }))
  const demand = useMutation(api.members.demandSecondFactor.mutationOptions({ onSettled: reload }))
  if (!data) return null
  const failure = failureText(demand.error)
  return (
    <SettingsSection id="second-factor" title={memberTexts.secondFactor} about={memberTexts.secondFactorAbout}>
      <div className="grid gap-3">
        {failure && (
          <Callout tone="failed" alert>
            {failure}
          </Callout>
        )}
        <Tick
          label={memberTexts.demandSecondFactor}
          checked={data.isDemanded}
          disabled={demand.isPending}
          onChange={(isDemanded) => demand.mutate({ isDemanded })}
        />
      </div>
    </SettingsSection>
  )
}
