'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { followActing, followRemoval } from './acting.ts'
import { peopleTexts } from './texts/people.ts'
import { useActingActions } from './use-acting-actions.ts'
import { useActAs, useMe } from './use-people.ts'

/** The reminder of acting for another person, with a button that ends it. Its actions are in the palette, too. */
export function ActingNotice() {
  useActingActions()
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(() => followActing(queryClient), [queryClient])
  const actAs = useActAs()
  useEffect(() => followRemoval(queryClient, api.directory.me.queryFilter()), [queryClient, api])
  const me = useMe()
  const name = me?.actingAs
  if (!name) return null
  return (
    <section
      aria-label={peopleTexts.actingAsAnotherPerson}
      className="tone-child flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b bg-tone-soft px-3 py-0.75 text-small font-medium text-tone"
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <ToneIcon tone="human" className="size-3.5" />
        <span className="min-w-0 truncate">
          {me.gone ? peopleTexts.isNotInDirectory(name) : peopleTexts.youAreActingAs(name)}
        </span>
        <span className="font-normal max-md:hidden">
          {me.gone ? peopleTexts.nothingIsShownOrDone : peopleTexts.yourActionsAreRecordedAs(name)}
        </span>
      </span>
      <Button size="small" onClick={() => actAs(null)}>
        {peopleTexts.stopActing}
      </Button>
    </section>
  )
}
