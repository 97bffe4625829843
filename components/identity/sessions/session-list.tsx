'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { ask } from '../ask.ts'
import { leave } from '../leave.ts'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { deviceName } from './device-name.ts'

interface ListedSession {
  readonly id: string
  readonly lastUsedAt: string
  readonly address: string | null
  readonly device: string | null
  readonly isCurrent: boolean
}

const queryKey = ['auth', 'sessions']

export function SessionList() {
  const queryClient = useQueryClient()
  const { failure, isAsking, run } = useAsking()
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => ask<{ sessions: readonly ListedSession[] }>('sessions'),
  })
  const end = (id: string) =>
    run(async () => {
      await ask('sessions/end', { id })
      await queryClient.invalidateQueries({ queryKey })
    })
  const endAll = () =>
    run(async () => {
      await ask('sessions/end-all', {})
      leave()
    })
  const said = failure ?? error
  return (
    <SettingsSection
      title={identityTexts.sessions}
      about={identityTexts.sessionsAbout}
      aside={
        <Button onClick={endAll} aria-disabled={isAsking}>
          {identityTexts.endAll}
        </Button>
      }
    >
      {said && (
        <Callout tone="failed" alert>
          {said.message}
        </Callout>
      )}
      {!data && !said && <p className="text-muted">{identityTexts.loading}</p>}
      <ul className="grid divide-y">
        {data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session.id)} />
        ))}
      </ul>
    </SettingsSection>
  )
}

function SessionRow({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
  const device = deviceName(session.device) ?? session.device ?? identityTexts.unknownDevice
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="grid min-w-0 flex-1">
        <span className="truncate font-medium" title={session.device ?? undefined}>
          {device}
        </span>
        <span className="text-small text-muted">
          {session.address} · {identityTexts.lastUse} <Instant at={session.lastUsedAt} />
        </span>
      </div>
      {session.isCurrent ? (
        <Chip>{identityTexts.thisBrowser}</Chip>
      ) : (
        <Button size="small" aria-label={identityTexts.endSessionOf(device)} onClick={onEnd}>
          {identityTexts.endSession}
        </Button>
      )}
    </li>
  )
}
