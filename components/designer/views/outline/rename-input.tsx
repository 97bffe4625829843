'use client'

import { useEffect, useRef, useState } from 'react'
import { Input } from '#components/ui/controls/input.tsx'
import { limits } from '#core/limits.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { titleText } from '../../algorithms/steps/title-text.ts'
import { titleStep } from '../../commands/title-step.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

/** The input for the title of a step in its row: Enter commits, Escape cancels. `onDone` gets the resulting id. */
export function RenameInput({ step, onDone }: { step: string; onDone: (name: string) => void }) {
  const session = useSession()
  const { definition } = session.document.store.getState()
  const shown = titleText(findStep(definition, step)?.step ?? { name: step })
  const [title, setTitle] = useState(shown)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const finish = (keep: boolean) => onDone(keep && title !== shown ? titleStep(session, step, title) : step)
  return (
    <Input
      ref={input}
      aria-label={designerTexts.newNameOf(step)}
      value={title}
      maxLength={limits.text.title}
      spellCheck={false}
      className="h-7 flex-1"
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}
