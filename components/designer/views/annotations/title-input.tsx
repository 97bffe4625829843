'use client'

import { useEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { StepGroup } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { returnToAnnotation } from '../../commands/annotation-commands.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

/** The title of a group, while it is typed: leaving it keeps it, Escape does not. */
export function TitleInput({ group, className }: { group: StepGroup; className?: string }) {
  const session = useSession()
  const [title, setTitle] = useState(group.title)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const finish = (keep: boolean, byKey = false) => {
    const { renaming, place } = session.groups.store.getState()
    // The field goes, and says once more that it was left.
    if (renaming !== group.id) return
    session.groups.rename(null)
    if (keep && title.trim() !== '' && title.trim() !== group.title) {
      session.perform({ type: 'set_group', group: group.id, title: title.trim() }, { label: designerTexts.namingGroup })
    }
    if (!byKey) return
    const { steps } = session.selection.store.getState()
    const [step] = steps
    // After grouping, the keyboard returns to the steps; after renaming, to the group.
    if (step === undefined) returnToAnnotation(session, group.id, place)
    else session.view.returnTo(step)
  }
  return (
    <input
      ref={input}
      aria-label={designerTexts.titleOfGroup}
      value={title}
      maxLength={limits.definition.titleCharacters}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(true, true)
        if (event.key === 'Escape') finish(false, true)
      }}
      className={classNames(
        'h-6 rounded-s border border-accent bg-surface px-2 text-small font-semibold text-ink',
        className,
      )}
    />
  )
}
