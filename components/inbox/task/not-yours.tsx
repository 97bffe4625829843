'use client'

import type { HumanTaskDetail } from '#components/api/models.ts'
import { useMe } from '#components/people/use-people.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { taskTexts } from '../texts/task.ts'
import { usePersonNames } from '../use-person-names.ts'

/** The reason why there is no form: the holder of the task, or another obstacle to a decision. */
export function NotYours({ task: { holder, notAllowed } }: { task: HumanTaskDetail }) {
  const me = useMe()
  const nameOf = usePersonNames()
  const reason = notAllowed.find(({ action }) => action === 'decide')?.reason ?? taskTexts.thisTaskIsForOther
  const isHeld = holder !== null && holder.id !== me?.id
  return <Callout tone="idle">{isHeld ? taskTexts.claimedBy(nameOf(holder.id, holder.name)) : reason}</Callout>
}
